// What the family gave each other to look at and to listen to in the last month, and what they loved.
import { readFileSync } from "node:fs";
import { giveHelloPicture, giveHelloVoiceMessage, type Hello, loveHello } from "#contract/hellos.ts";
import { projectFile } from "#server/platform/project-files.ts";
import type { Family, Guest, Stage } from "./people.ts";
import { answerQuestion, dayOfAnswer } from "./questions.ts";

interface Given {
  on: number;
  at: string;
  by: keyof Family;
  /** A file of the sample, drawn or hummed for it. */
  file: `pictures/${string}.webp` | `voices/${string}.wav`;
  caption: string;
  lovedBy: readonly (keyof Family)[];
  /** Whether Rose answers with her voice. */
  isAnswered?: true;
}

const given: Given[] = [
  {
    on: -26,
    at: "19:10",
    by: "anna",
    file: "pictures/puppy.webp",
    caption: "This is Biscuit. He has eaten a shoe.",
    lovedBy: ["rose", "ben"],
    isAnswered: true,
  },
  {
    on: -20,
    at: "19:45",
    by: "ben",
    file: "pictures/lake.webp",
    caption: "We rowed all the way around.",
    lovedBy: ["rose"],
  },
  {
    on: -16,
    at: "11:20",
    by: "rose",
    file: "pictures/tomatoes.webp",
    caption: "From my window sill.",
    lovedBy: ["anna", "maya"],
  },
  {
    on: -13,
    at: "18:05",
    by: "maya",
    file: "voices/maya.wav",
    caption: "I learned your tune.",
    lovedBy: ["rose"],
    isAnswered: true,
  },
  {
    on: -9,
    at: "16:30",
    by: "anna",
    file: "pictures/cake.webp",
    caption: "Maya baked it herself.",
    lovedBy: ["rose"],
  },
  {
    on: -5,
    at: "15:15",
    by: "ben",
    file: "pictures/bicycle.webp",
    caption: "Maya's bicycle is as good as new.",
    lovedBy: ["rose", "maya"],
  },
  {
    on: -1,
    at: "17:10",
    by: "maya",
    file: "pictures/sunflowers.webp",
    caption: "Your sunflowers, Grandma!",
    lovedBy: [],
  },
];

const bytesOf = (file: Given["file"]) => readFileSync(projectFile(`dev/sandbox/sample/${file}`));

const sayTo = (guest: Guest, file: Given["file"], query: { caption?: string; answerTo?: string }) =>
  guest.call(giveHelloVoiceMessage, {
    headers: { "idempotency-key": `${file} ${query.answerTo ?? ""}` },
    query,
    upload: { type: "audio/wav", bytes: bytesOf(file) },
  });

const give = (guest: Guest, { file, caption }: Given): Promise<Hello> =>
  file.startsWith("voices/")
    ? sayTo(guest, file, { caption })
    : guest.call(giveHelloPicture, {
        headers: { "idempotency-key": file },
        query: { place: "0", caption },
        upload: { type: "image/webp", bytes: bytesOf(file) },
      });

async function sayOne({ clock }: Stage, family: Family, hello: Given): Promise<void> {
  clock.go(hello.on, hello.at);
  const { id } = await give(family[hello.by].guest, hello);
  for (const name of hello.lovedBy) {
    clock.pass(20);
    await family[name].guest.call(loveHello, { params: { id }, body: { isLoved: true } });
  }
  if (hello.isAnswered) await sayTo(family.rose.guest, "voices/rose.wav", { answerTo: String(id) });
}

/** The answer to the question is given among them, because hellos are listed in the order in which they were given. */
export async function sayHello(stage: Stage, family: Family): Promise<void> {
  const answeredOn = dayOfAnswer(stage.clock) ?? 0;
  const isEarlier = ({ on }: Given) => on <= answeredOn;
  for (const hello of given.filter(isEarlier)) await sayOne(stage, family, hello);
  await answerQuestion(stage, family);
  for (const hello of given.filter((hello) => !isEarlier(hello))) await sayOne(stage, family, hello);
}
