import { ChevronLeft, ChevronRight, Heart } from "lucide-react";
import { useState } from "react";
import { callName } from "#contract/call-name.ts";
import type { Hello } from "#contract/hellos.ts";
import { useFamilyClock } from "#web/features/families/family-clock.ts";
import { useFamily } from "#web/features/families/queries.ts";
import { addressOf } from "#web/platform/api/call.ts";
import { Button } from "#web/ui/action/button.tsx";
import { Actions } from "#web/ui/layout/layout.tsx";
import { lazyPart } from "#web/ui/page/lazy.tsx";
import { Icon } from "#web/ui/picture/icon.tsx";
import { SkeletonRows } from "#web/ui/state/loading.tsx";
import { Avatar } from "#web/ui/surface/badge.tsx";
import { useMinute } from "#web/ui/time/times.tsx";
import { lovedWords, whenGiven } from "./hello-words.ts";
import styles from "./hellos.module.css";
import { pictureAddress } from "./picture-address.ts";

const HelloPlayer = lazyPart(() => import("#web/ui/voice/player.tsx"), "Player", {
  title: "the voice message",
  skeleton: <SkeletonRows count={1} />,
});

/** How the family calls somebody. */
export function useCalled(): (person: Hello["person"]) => string {
  const familyName = useFamily()?.name ?? "";
  return ({ name }) => callName(name, familyName);
}

interface PicturesProps {
  pictures: Hello["pictures"];
  /** Who gave them, and their words. */
  alt: string;
}

/** One picture at a time, from the one file that is sharp in any column. Nothing moves by itself. */
function Pictures({ pictures, alt }: PicturesProps) {
  const [place, setPlace] = useState(0);
  const shown = pictures[place];
  if (!shown) return null;
  const { id, width, height } = shown;
  return (
    <>
      <img
        className={styles.picture}
        src={pictureAddress(id, "small")}
        width={width}
        height={height}
        style={{ maxWidth: `min(100%, ${width}px, 60vh * ${(width / height).toFixed(3)})` }}
        alt={alt}
      />
      {pictures.length > 1 && (
        <Actions>
          <Button
            icon={ChevronLeft}
            aria-disabled={place === 0}
            onClick={() => setPlace(Math.max(0, place - 1))}
          >
            Previous
          </Button>
          <Button
            iconAfter={ChevronRight}
            aria-disabled={place === pictures.length - 1}
            onClick={() => setPlace(Math.min(pictures.length - 1, place + 1))}
          >
            Next
          </Button>
          <p role="status">
            Picture {place + 1} of {pictures.length}
          </p>
        </Actions>
      )}
    </>
  );
}

interface HelloViewProps {
  hello: Hello;
  /** The person who is looking. */
  personId: number;
}

/** What it answers, or to whose birthday it is a greeting. */
function occasionOf(
  { answerTo, birthdayOf }: Hello,
  personId: number,
  called: (person: Hello["person"]) => string,
): string {
  if (answerTo) return `. It answers ${answerTo.person.id === personId ? "you" : called(answerTo.person)}.`;
  if (!birthdayOf) return "";
  return `. For ${birthdayOf.id === personId ? "your" : `${called(birthdayOf)}'s`} birthday.`;
}

/** Who gave it and when, what it is, and who loved it. */
export function HelloView({ hello, personId }: HelloViewProps) {
  const called = useCalled();
  const { timeZone } = useFamilyClock();
  const now = useMinute();
  const members = useFamily()?.members ?? [];
  const { person, at, question, caption, pictures, voiceMessage } = hello;
  const isOwn = person.id === personId;
  const name = called(person);
  const loved = lovedWords(hello, (lover) => (lover.id === personId ? "You" : called(lover)));
  return (
    <article className={styles.hello} aria-label={`From ${isOwn ? "you" : name}`}>
      <p className={styles.by}>
        <Avatar name={name} picture={members.find(({ id }) => id === person.id)?.picture} />
        <span>
          From {isOwn ? "you" : name}, {whenGiven(at, now, timeZone)}
          {occasionOf(hello, personId, called)}
        </span>
      </p>
      {question && <p className={styles.question}>{question}</p>}
      <Pictures key={hello.id} pictures={pictures} alt={caption ?? `From ${isOwn ? "you" : name}`} />
      {voiceMessage && (
        <HelloPlayer
          source={addressOf("GET /api/hello-voice-messages/:id", { params: { id: voiceMessage.id } })}
          durationMs={voiceMessage.durationMs}
          label={`Voice message from ${isOwn ? "you" : name}`}
        />
      )}
      {caption && <p className={styles.caption}>{caption}</p>}
      {loved && (
        <p className={styles.hearts}>
          <Icon of={Heart} /> {loved}
        </p>
      )}
    </article>
  );
}
