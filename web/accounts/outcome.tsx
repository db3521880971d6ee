import { Note } from "#web/ui/surface/note.tsx";

export interface Told {
  isGood: boolean;
  words: string;
}

/** What came of a press or a form, spoken when it changes. */
export const Outcome = ({ of: told }: { of: Told | undefined }) => (
  <div role="status">{told && <Note kind={told.isGood ? "success" : "danger"} title={told.words} />}</div>
);
