import { useRef, useState } from "react";
import type { FamilyCategory, FamilyPhrase } from "#contract/help/phrases.ts";
import { Rows, Stack } from "#web/ui/layout/layout.tsx";
import { ErrorMessage } from "#web/ui/state/error-message.tsx";
import { toastError } from "#web/ui/toast/toast-error.ts";
import { useOrderPhrases } from "./family-queries.ts";
import { inOrder, moved } from "./order.ts";
import { AddPhrase } from "./phrase-forms.tsx";
import { PhraseLine } from "./phrase-line.tsx";

const failed = { title: "The order was not saved", otherwise: "Please try again." };

/** The new order is shown at once, while it is being saved. */
function useOrder({ id, phrases }: FamilyCategory, say: (words: string) => void) {
  const order = useOrderPhrases(id);
  const shown = order.isPending ? inOrder(phrases, order.variables) : phrases;
  const move = (index: number, by: -1 | 1) => {
    const next = moved(shown, index, by);
    const words = `“${shown[index]?.phrase}”`;
    if (!next) return say(`${words} is already ${by < 0 ? "first" : "last"}.`);
    say(`${words} is now number ${index + by + 1} of ${shown.length}.`);
    order.mutate(
      next.map((phrase) => phrase.id),
      { onError: (error) => toastError(error, failed) },
    );
  };
  return { shown, move, error: order.error };
}

/** The phrases of a category in their order, and a form to add one. */
export function CategoryPhrases({ category }: { category: FamilyCategory }) {
  const [said, setSaid] = useState("");
  const [changedId, setChangedId] = useState<number>();
  const status = useRef<HTMLParagraphElement>(null);
  const { shown, move, error } = useOrder(category, setSaid);
  const changed = ({ id, phrase }: FamilyPhrase) => {
    setChangedId(id);
    setSaid(`“${phrase}” is saved.`);
  };
  const deleted = ({ phrase }: FamilyPhrase) => {
    setSaid(`“${phrase}” is deleted.`);
    // The button that had the focus is gone, so the focus moves here.
    status.current?.focus();
  };
  return (
    <Stack gap={24}>
      <Rows as="ol">
        {shown.map((phrase, index) => (
          <PhraseLine
            key={phrase.id}
            phrase={phrase}
            isFirst={index === 0}
            isLast={index === shown.length - 1}
            isJustChanged={phrase.id === changedId}
            onMove={(by) => move(index, by)}
            onHidden={() => setSaid(`“${phrase.phrase}” is ${phrase.isHidden ? "shown again" : "hidden"}.`)}
            onChanged={changed}
            onDeleted={deleted}
          />
        ))}
      </Rows>
      <ErrorMessage {...failed} error={error} />
      <p role="status" tabIndex={-1} ref={status}>
        {said}
      </p>
      <AddPhrase categoryId={category.id} onAdded={({ phrase }) => setSaid(`“${phrase}” is added.`)} />
    </Stack>
  );
}
