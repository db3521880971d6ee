// The Sunday letter as an e-mail.
import { monthAndDay, weekday } from "#contract/time-words.ts";
import { readMedia } from "#server/platform/media/media.ts";
import { reencode } from "#server/platform/media/pictures.ts";
import type { EmailPicture, EmailSection, MessageContent } from "#server/platform/messages/message-kind.ts";
import type { World } from "#server/platform/world.ts";
import type { WrittenLetter } from "./letter.ts";

/** As wide as an e-mail is read. Not every mail program shows WebP, in which pictures are stored. */
const size = { side: 600, maxBytes: 120_000 } as const;

async function picturesOf(world: World, letter: WrittenLetter): Promise<EmailPicture[]> {
  const pictures: EmailPicture[] = [];
  for (const { mediaId, words } of letter.pictures) {
    const stored = await readMedia(world, mediaId);
    // It may have been deleted since the letter was written.
    if (stored) pictures.push({ ...(await reencode(stored, size)), words });
  }
  return pictures;
}

function sectionsOf({ questions, birthdays, days }: WrittenLetter): EmailSection[] {
  const sections: EmailSection[] = questions.map(({ text: title, answers: lines }) => ({ title, lines }));
  if (birthdays.length > 0) sections.push({ title: "Birthdays", lines: birthdays });
  const events = days.map(({ day, events }) => ({
    title: `${weekday(day)}, ${monthAndDay(day)}`,
    lines: events,
  }));
  return [...sections, ...events];
}

export async function letterEmail(world: World, letter: WrittenLetter): Promise<MessageContent> {
  const { publicUrl } = world.config;
  const title = `The Sunday letter: ${letter.family}`;
  const path = "/letter";
  return {
    title,
    text: "The week of your family, on one page.",
    path,
    email: {
      subject: title,
      before: ["This was the week of your family, and what comes next."],
      pictures: await picturesOf(world, letter),
      sections: sectionsOf(letter),
      link: { label: "Print the letter", href: publicUrl + path },
      after: [
        `You get this letter each Saturday because you asked for it in Porchlight. To stop it, turn off “The Sunday letter by e-mail” here: ${publicUrl}/account`,
      ],
    },
  };
}
