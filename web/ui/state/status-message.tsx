import { Note } from "../surface/note.tsx";

export interface ActionResult {
  isGood: boolean;
  words: string;
}

/** Announces the result of a press or a form. */
export const StatusMessage = ({ of: result }: { of: ActionResult | undefined }) => (
  <div role="status">
    {result && <Note kind={result.isGood ? "success" : "danger"} title={result.words} />}
  </div>
);
