import type { ReactNode } from "react";
import { ButtonLink } from "#web/ui/action/button.tsx";
import { TallLink } from "#web/ui/action/link.tsx";
import { Page } from "#web/ui/page/page.tsx";
import { Panel } from "#web/ui/surface/panel.tsx";
import { Quiet } from "#web/ui/text.tsx";
import styles from "./legal-page.module.css";

/** The address for questions, which the server writes into the page's head. */
const supportEmail = (): string =>
  document.querySelector<HTMLMetaElement>('meta[name="support-email"]')?.content ?? "";

export interface LegalPart {
  /** The section's address within the page. */
  id: string;
  title: string;
  text: ReactNode;
}

interface LegalPageProps {
  title: string;
  short: readonly string[];
  parts: readonly LegalPart[];
}

const contact: LegalPart = {
  id: "contact",
  title: "How to reach us",
  text: <Contact />,
};

function Contact() {
  const address = supportEmail();
  return (
    <p>
      Write to <a href={`mailto:${address}`}>{address}</a>, also to complain. A person reads every message.
    </p>
  );
}

const Contents = ({ parts }: { parts: readonly LegalPart[] }) => (
  <nav className={styles.contents} aria-labelledby="contents">
    <h2 id="contents">On this page</h2>
    <ol>
      {parts.map(({ id, title }) => (
        <li key={id}>
          <TallLink href={`#${id}`}>{title}</TallLink>
        </li>
      ))}
    </ol>
  </nav>
);

/** A summary in plain words, then the full text. */
export function LegalPage({ title, short, parts }: LegalPageProps) {
  const all = [...parts, contact];
  return (
    <Page title={title}>
      <article className={styles.prose}>
        <ButtonLink variant="back" href="/">
          Back to Home
        </ButtonLink>
        <h1>{title}</h1>
        <Quiet>Last updated February 27, 2025</Quiet>
        <Panel title="The short version">
          <ul>
            {short.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </Panel>
        <Contents parts={all} />
        {all.map((part) => (
          <section key={part.id} className={styles.part} aria-labelledby={part.id}>
            <h2 id={part.id}>{part.title}</h2>
            {part.text}
          </section>
        ))}
      </article>
    </Page>
  );
}
