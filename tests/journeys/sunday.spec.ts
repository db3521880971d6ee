// Sunday: Rose is asked a question and answers with her voice, Anna hears it, and prints the letter of the week.
// @module-tag extended
import { extractText } from "unpdf";
import { expect, it } from "vitest";
import { changeFamily } from "#contract/families.ts";
import { getCurrentQuestion } from "#contract/questions.ts";
import type { Window } from "#tests/support/engines/window.ts";
import { useEngineWindows } from "#tests/support/engines/windows.ts";
import { dayIn, plan } from "#tests/support/events.ts";
import { giveLetterPictures } from "#tests/support/letters.ts";
import { reyesFamily, staySignedIn } from "#tests/support/people.ts";
import { answerQuestion, goToSunday } from "#tests/support/questions.ts";
import { visitOf } from "#tests/support/screens/visit.ts";
import { useServer } from "#tests/support/server.ts";
import { button, heading, link } from "#tests/support/steps.ts";
import { dist, widths } from "#tests/support/window.ts";

const server = useServer({ dist });
const windows = useEngineWindows();

it("Ben sets Sunday's question, Rose answers it with her voice in three taps, and Anna hears it", async () => {
  const { anna, ben, rose } = await reyesFamily(server());
  const { open } = visitOf(server(), windows, { width: widths.tablet, hasMicrophone: true });
  const laptop = await open("/hellos", ben);
  await button(laptop, "Ask something else").click();
  await laptop.getByLabel("Your question").fill("Who lived next door?");
  await button(laptop, "Save").click();
  await laptop.getByText("One of you wrote it.").waitFor();
  await staySignedIn(server());
  goToSunday(server());
  expect(await rose.client.call(getCurrentQuestion)).toMatchObject({ text: "Who lived next door?" });

  const tablet = await open("/", rose);
  await tablet.getByText("Who lived next door?").waitFor();
  const phone = await open("/", anna);
  await heading(phone, "Today's Events").waitFor();
  await button(tablet, "Answer with my voice").click();
  await tablet
    .getByRole("timer")
    .getByText(/0:0[1-9] of 1:30/)
    .waitFor();
  await button(tablet, "Send").click();
  await tablet.getByText("Thank you. Your family gets your answer.").waitFor();
  await phone.getByText("Who lived next door?").waitFor();
  await button(phone, /^Listen: Voice message from Rose/).waitFor();
});

async function sheetsOf(page: Window, format: "Letter" | "A4"): Promise<string[]> {
  const { text } = await extractText(new Uint8Array(await page.pdf({ format, preferCSSPageSize: true })));
  return text.map((words) => words.replace(/\s+/g, " "));
}

it("Anna prints the letter of a full week on one page, and that of another country on one page of A4", async () => {
  const { anna, ben, rose } = await reyesFamily(server());
  await giveLetterPictures(ben, 6);
  await answerQuestion(rose, server());
  for (let number = 1; number <= 3; number++) {
    const day = dayIn(server(), 1);
    const times = { startDate: `${day}T1${number}:00`, endDate: `${day}T1${number}:30` };
    const people = [{ personId: ben.id, part: "driving" as const }];
    await plan(anna, { ...times, people, title: `Walk number ${number}`, recurrence: "FREQ=DAILY" });
  }
  const page = await visitOf(server(), windows, { width: widths.tablet }).open("/week", anna);
  await link(page, "Print the Sunday letter").click();
  await heading(page, "The Sunday letter").waitFor();
  await page.getByText("Chicken, and a cake with real cream.").waitFor();
  for (const [country, format] of [
    ["US", "Letter"],
    ["GB", "A4"],
  ] as const) {
    await anna.client.call(changeFamily, { body: { country } });
    await page.reload();
    await page.getByText("Chicken, and a cake with real cream.").waitFor();
    const sheets = await sheetsOf(page, format);
    expect(sheets, country).toHaveLength(1);
    expect(sheets[0]).toMatch(
      /Ben: Picture 6.*Rose: Chicken, and a cake with real cream\..*11:00 AM Walk number 1/,
    );
    expect(sheets[0]).not.toContain("Print");
  }
});
