// The Sunday letter, to look at and to print.
import { useQuery } from "@tanstack/react-query";
import { Printer } from "lucide-react";
import { switchedOffWords } from "#contract/family-switches.ts";
import type { Letter } from "#contract/letters.ts";
import { monthAndDay } from "#contract/time-words.ts";
import { rememberPlace } from "#web/features/accounts/return-place.ts";
import { useHas } from "#web/features/families/queries.ts";
import { addressOf } from "#web/platform/api/call.ts";
import { useToken } from "#web/platform/api/session.ts";
import { Button, ButtonLink } from "#web/ui/action/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { Actions } from "#web/ui/layout/layout.tsx";
import { Page } from "#web/ui/page/page.tsx";
import { SignedOut } from "#web/ui/state/access-denied.tsx";
import { Loaded } from "#web/ui/state/loaded.tsx";
import { SkeletonRows } from "#web/ui/state/loading.tsx";
import styles from "./letters.module.css";
import { letterQuery } from "./queries.ts";
import { type Sheet, sheetOf } from "./sheet.ts";

const title = "The Sunday letter";

const Pictures = ({ of: { pictures, pictureHeight } }: { of: Sheet }) => (
  <div className={styles.pictures} data-count={Math.min(pictures.length, 3)}>
    {pictures.map(({ id, width, height, words }) => (
      <figure key={id}>
        <img
          src={addressOf("GET /api/hello-pictures/:id", { params: { id }, query: { size: "small" } })}
          width={width}
          height={height}
          style={{ maxHeight: `${pictureHeight}pt` }}
          alt=""
        />
        <figcaption>{words}</figcaption>
      </figure>
    ))}
  </div>
);

const Coming = ({ of: { days, moreEvents } }: { of: Sheet }) => (
  <section>
    <h2>The next seven days</h2>
    <dl className={styles.days}>
      {days.map(({ title, events }) => (
        <div key={title}>
          <dt>{title}</dt>
          {events.map((event, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two events can have the same words
            <dd key={place}>{event}</dd>
          ))}
        </div>
      ))}
    </dl>
    {moreEvents > 0 && <p>and {moreEvents} more</p>}
  </section>
);

function SheetOf({ letter }: { letter: Letter }) {
  const sheet = sheetOf(letter);
  const { pictures, questions, birthdays, days } = sheet;
  const isEmpty = [pictures, questions, birthdays, days].every((list) => list.length === 0);
  return (
    <article className={classNames(styles.sheet, styles[letter.paper === "A4" ? "a4" : "letter"])}>
      <header>
        <h1>{title}</h1>
        <p>
          {letter.family}, {monthAndDay(letter.day)}
        </p>
      </header>
      {isEmpty && <p>There is nothing to tell of this week yet.</p>}
      {pictures.length > 0 && <Pictures of={sheet} />}
      {questions.map(({ text, answers }) => (
        <section key={text}>
          <h2>{text}</h2>
          {answers.map((answer, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two answers can have the same words
            <p key={place}>{answer}</p>
          ))}
        </section>
      ))}
      {birthdays.length > 0 && (
        <section>
          <h2>Birthdays</h2>
          {birthdays.map((birthday) => (
            <p key={birthday}>{birthday}</p>
          ))}
        </section>
      )}
      {days.length > 0 && <Coming of={sheet} />}
    </article>
  );
}

function FamilyLetter() {
  const isOn = useHas("sundayLetter");
  const letter = useQuery({ ...letterQuery, enabled: isOn });
  if (!isOn) return <p>{switchedOffWords("sundayLetter")}</p>;
  return (
    <Loaded of={letter} name="the letter" skeleton={<SkeletonRows count={4} />}>
      {(found) => <SheetOf letter={found} />}
    </Loaded>
  );
}

export function LetterPage() {
  const isSignedIn = useToken() !== null;
  return (
    <Page title={title}>
      {isSignedIn ? (
        <>
          <div className={styles.tools}>
            <Actions>
              <ButtonLink variant="back" href="/week">
                Week
              </ButtonLink>
              <Button variant="primary" icon={Printer} onClick={() => window.print()}>
                Print
              </Button>
            </Actions>
          </div>
          <FamilyLetter />
        </>
      ) : (
        <SignedOut title={title} onSignIn={rememberPlace} />
      )}
    </Page>
  );
}
