import { Note } from "#web/ui/surface/note.tsx";

export const scamAdvice = "Don't pay. Don't call back. Don't give a code.";
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
