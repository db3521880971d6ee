import { Note } from "../surface/note.tsx";

export interface ActionResult {
  isGood: boolean;
  words: string;
}

/** What came of a press or a form, spoken when it changes. */
export const Outcome = ({ of: result }: { of: ActionResult | undefined }) => (
  <div role="status">
    {result && <Note kind={result.isGood ? "success" : "danger"} title={result.words} />}
  </div>
);
