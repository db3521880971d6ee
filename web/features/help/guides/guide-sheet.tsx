import { useQuery } from "@tanstack/react-query";
import { Printer } from "lucide-react";
import { Button, ButtonLink } from "#web/ui/action/button.tsx";
import { Actions } from "#web/ui/layout/layout.tsx";
import { Page } from "#web/ui/page/page.tsx";
import { QrCode } from "#web/ui/picture/qr-code.tsx";
import { thingsQuery } from "../things/queries.ts";
import styles from "./guides.module.css";
import type { ListedGuide } from "./queries.ts";
import { stepsOf } from "./queries.ts";
import { StepPicture } from "./step-picture.tsx";

/** A guide on paper, with a code that opens it on a device of the family. */
export function GuideSheet({ guide }: { guide: ListedGuide }) {
  const steps = stepsOf(guide);
  const { data: things } = useQuery(thingsQuery);
  const thing = things?.find(({ id }) => id === guide.own?.thingId);
  return (
    <Page title={`Print “${guide.title}”`}>
      <div className={styles.tools}>
        <Actions>
          <ButtonLink variant="back" href="/guides">
            All guides
          </ButtonLink>
          <Button variant="primary" icon={Printer} onClick={() => window.print()}>
            Print this page
          </Button>
          {thing && (
            <ButtonLink icon={Printer} href={`/things/stickers?thing=${thing.id}`}>
              Print a sticker for {thing.name}
            </ButtonLink>
          )}
        </Actions>
      </div>
      <article className={styles.sheet}>
        <h1>{guide.title}</h1>
        <ol>
          {steps.map((step, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a step has no id, only its position
            <li key={index} className={styles.small}>
              <p>{step.sentence}</p>
              <StepPicture step={step} name={`Step ${index + 1}`} />
            </li>
          ))}
        </ol>
        <div className={styles.code}>
          <QrCode text={`${location.origin}/guides/${guide.id}`} label="QR code of this guide" />
          <p>Scan this with a phone or tablet that is signed in to Porchlight.</p>
        </div>
      </article>
    </Page>
  );
}
