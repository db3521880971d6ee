// The sample family: three generations and one month, created by calls of the app's own API.
import type { FastifyInstance } from "fastify";
import { getStatus } from "#contract/accounts/sign-in.ts";
import { runDue } from "#server/platform/jobs/queue.ts";
import type { Sms, World } from "#server/platform/world.ts";
import { enterBirthdays } from "./birthdays.ts";
import { planEvents, planLocalEvents } from "./calendar.ts";
import { sayHello } from "./hellos.ts";
import { askAndHelp, helpQueue } from "./help.ts";
import { chooseLight, noteThatRoseIsUp } from "./lights.ts";
import { characters, gather, invite, type Stage, StoryClock } from "./people.ts";
import { solvePuzzles } from "./puzzles.ts";

type CreateApp = (world: World) => Promise<FastifyInstance>;

const people = Object.values(characters);

/** A month of calls arrives within a second from one address. */
const withoutLimits = {
  smsPerPhonePerDay: 1_000,
  smsPerIpPerHour: 1_000,
  registrationsPerIp: 1_000,
  knownRegistrationsPerIp: 1_000,
  requestsPerSession: 100_000,
};

async function tell(stage: Stage): Promise<void> {
  const family = await gather(stage);
  await enterBirthdays(stage, family);
  await planEvents(stage, family);
  await solvePuzzles(stage, family);
  await askAndHelp(stage, family);
  await sayHello(stage, family);
  await chooseLight(stage, family);
  await planLocalEvents(stage, family);
  await invite(stage, family);
  for (const [index, { guest }] of Object.values(family).entries()) {
    stage.clock.end(25 + 70 * index);
    await guest.call(getStatus);
  }
  await noteThatRoseIsUp(stage, family);
}

/** Uses a separate app on the same database, whose clock follows the story and whose messages are not sent. */
async function fill(world: World, createApp: CreateApp): Promise<void> {
  const clock = new StoryClock(world.clock.now());
  const texts = new Map<string, string>();
  const senders = {
    ...world.senders,
    sms: async ({ to, text }: Sms) => {
      texts.set(to, text);
      return { id: "" };
    },
    push: async () => {},
    email: async () => {},
  };
  // The metrics are the server's. This app would replace them with its own.
  const config = {
    ...world.config,
    metrics: undefined,
    limits: { ...world.config.limits, ...withoutLimits },
  };
  // A month of requests would be a thousand lines.
  const log = world.log.child({}, { level: "warn" });
  const storyWorld = { ...world, config, clock, senders, log };
  const app = await createApp(storyWorld);
  try {
    // The story sends nothing, so what was due before leaves first.
    await runDue(world, helpQueue);
    await tell({ app, world: storyWorld, clock, lastText: (phoneNumber) => texts.get(phoneNumber) ?? "" });
  } finally {
    await app.close();
  }
}

/** Returns how many people of the sample family exist. */
async function countPeople({ database }: World): Promise<number> {
  const numbers = people.map(({ phoneNumber }) => phoneNumber);
  const found = database.kysely.selectFrom("people").select("id").where("phone_number", "in", numbers);
  return (await found.execute()).length;
}

/** `existing` of its people were there before. */
function beginning(existing: number): string {
  if (existing === 0) return "The sample family is ready.";
  if (existing === people.length) return "The sample family is already there.";
  return `Only ${existing} of the sample family's ${people.length} people are there: the start that made them was stopped, or somebody
  deleted an account. For the whole family, set DATA_DIR to an empty folder.`;
}

/**
 * Adds the sample family unless a part of it exists, and returns a text that says how to sign in as each member. No worker may
 * run meanwhile: it would take the steps of past requests now, and send their messages.
 */
export async function addSample(world: World, createApp: CreateApp): Promise<string> {
  const existing = await countPeople(world);
  if (existing === 0) await fill(world, createApp);
  const { publicUrl } = world.config;
  const row = (cells: readonly string[]) => `    ${cells.map((cell) => cell.padEnd(16)).join("")}`.trimEnd();
  return [
    `  ${beginning(existing)} Sign in at ${publicUrl}/admin-login with a name and password,`,
    `  or with a phone number: the code appears at ${publicUrl}/sandbox\n`,
    ...people.map(({ name, password, phoneNumber, who }) => row([name, password, phoneNumber, who])),
    "\n",
  ].join("\n");
}
