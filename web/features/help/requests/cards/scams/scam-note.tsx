import { ShieldCheck } from "lucide-react";
import type { HelpRequest } from "#contract/help/requests.ts";
import { Note } from "#web/ui/surface/note.tsx";
import { toneOf } from "../../progress.ts";
import { ScamWarning, scamAdvice } from "./scam-warning.tsx";
import { Verdicts } from "./verdicts.tsx";

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
