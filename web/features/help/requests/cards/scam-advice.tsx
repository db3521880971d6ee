import { ShieldCheck } from "lucide-react";
import type { countries } from "#contract/countries.ts";
import type { HelpRequest } from "#contract/help/requests.ts";
import { verdictWords } from "#contract/help/verdict-words.ts";
import { useFamily } from "#web/features/families/queries.ts";
import { Stack } from "#web/ui/layout/layout.tsx";
import { Note } from "#web/ui/surface/note.tsx";
import { Together } from "#web/ui/text.tsx";
import { Moment } from "#web/ui/time/times.tsx";
import { toneOf } from "../request-words.ts";

interface Authority {
  readonly name: string;
  /** The number to dial, and the number as people read it. */
  readonly phone?: readonly [dialed: string, shown: string];
  readonly site?: string;
}

interface Reporting {
  readonly authority: Authority;
  /** The number to forward a text to, whatever the phone company. */
  readonly textsTo?: string;
}

const tradeCommission: Reporting = {
  authority: {
    name: "the Federal Trade Commission",
    phone: ["+18773824357", "1-877-382-4357"],
    site: "reportfraud.ftc.gov",
  },
  textsTo: "7726",
};

// Countries with a single place to report a scam. Elsewhere people report it to the police.
// Sources: ftc.gov, antifraudcentre-centreantifraude.ca, ofcom.org.uk and reportfraud.police.uk, scamwatch.gov.au, dia.govt.nz
// and police.govt.nz.
const reporting: Readonly<Partial<Record<(typeof countries)[number], Reporting>>> = {
  US: tradeCommission,
  PR: tradeCommission,
  CA: {
    authority: { name: "the Canadian Anti-Fraud Centre", phone: ["+18884958501", "1-888-495-8501"] },
    textsTo: "7726",
  },
  GB: {
    authority: { name: "Report Fraud, a service of the police", phone: ["+443001232040", "0300 123 2040"] },
    textsTo: "7726",
  },
  AU: { authority: { name: "Scamwatch", site: "www.scamwatch.gov.au" } },
  NZ: { authority: { name: "the police (non-emergency)", phone: ["105", "105"] }, textsTo: "7726" },
};

/** Undefined for a country without such a place, or if we don't know it. */
export const reportingIn = (country: string): Reporting | undefined =>
  new Map(Object.entries(reporting)).get(country);

const scamAdvice = "Don't pay. Don't call back. Don't give a code.";
const hangUp = "Hang up. It is not rude.";

interface ScamWarningProps {
  /** Undefined before the person has said what it is. */
  isCall?: boolean | undefined;
}

/** Says what to do before anybody has answered. It needs no connection. */
export const ScamWarning = ({ isCall }: ScamWarningProps) => (
  <Note kind="danger" title={isCall ? hangUp : scamAdvice}>
    {isCall && <p>{scamAdvice}</p>}
    {isCall === undefined ? <p>Are they on the phone? {hangUp}</p> : <p>Wait for your family.</p>}
  </Note>
);

/** Each person's answer, with its time. */
export function Verdicts({ request: { scamCheck } }: { request: HelpRequest }) {
  return scamCheck?.verdicts.map(({ verdict, person, at }) => (
    <p key={person.id}>
      {person.name} at <Moment at={at} />: <b>“{verdictWords[verdict]}”</b>
    </p>
  ));
}

/** Tells the sender what not to do, and what the family has said. */
export function ScamNote({ request }: { request: HelpRequest }) {
  const { scamCheck } = request;
  if (!scamCheck) return null;
  if (scamCheck.verdicts.length === 0) return <ScamWarning isCall={scamCheck.isCall} />;
  return toneOf(request) === "fine" ? (
    <Note kind="success" icon={ShieldCheck}>
      <Verdicts request={request} />
    </Note>
  ) : (
    <Note kind="danger" title={scamAdvice}>
      <Verdicts request={request} />
    </Note>
  );
}

const WhereToReport = ({ authority: { name, phone, site } }: { authority: Authority }) => (
  <>
    Tell {name}:{" "}
    {phone && (
      <Together>
        <a href={`tel:${phone[0]}`}>{phone[1]}</a>
      </Together>
    )}
    {phone && site && " or "}
    {site && <a href={`https://${site}`}>{site}</a>}
  </>
);

/** Says what to do once the family has decided that it is a scam: the bank, the phone company, and the authority in the family's country. */
export function WhatNow() {
  const reporting = reportingIn(useFamily()?.country ?? "");
  return (
    <Stack gap={8}>
      <h3>What to do now</h3>
      <Stack as="ul" gap={8}>
        <li>Did you pay, or give a card number? Call your bank. The number is on your card.</li>
        <li>Did you give a code or a password? Change that password with your family.</li>
        <li>
          {reporting?.textsTo
            ? `Was it a text? Forward it to ${reporting.textsTo}. Your phone company can block the number.`
            : "Was it a call or a text? Ask your phone company to block the number."}
        </li>
        <li>
          {reporting ? (
            <WhereToReport authority={reporting.authority} />
          ) : (
            "Tell the police. It's not an emergency, so use their regular number."
          )}
        </li>
      </Stack>
    </Stack>
  );
}
