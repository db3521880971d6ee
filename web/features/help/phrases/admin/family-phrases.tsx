import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { FamilyCategory, FamilyPhrase } from "#contract/help/phrases.ts";
import { isForbidden } from "#web/platform/api/call.ts";
import { SelectField } from "#web/ui/form/field.tsx";
import { Rows, Section, Stack } from "#web/ui/layout/layout.tsx";
import { AccessDenied } from "#web/ui/state/access-denied.tsx";
import { ErrorMessage } from "#web/ui/state/error-message.tsx";
import { Loaded } from "#web/ui/state/loaded.tsx";
import { SkeletonRows } from "#web/ui/state/loading.tsx";
import { toastError } from "#web/ui/toast/toast-error.ts";
import { inOrder, moved } from "./order.ts";
import { AddPhrase, PhraseLine } from "./phrase-line.tsx";
import { familyPhrasesQuery, useOrderPhrases } from "./queries.ts";

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
function CategoryPhrases({ category }: { category: FamilyCategory }) {
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

const skeleton = <SkeletonRows count={4} />;

/** Shows one category at a time, because all of them would be a very long list. */
function Categories({ categories }: { categories: FamilyCategory[] }) {
  const [chosen, setChosen] = useState<number>();
  const category = categories.find(({ id }) => id === chosen) ?? categories[0];
  if (!category) return null;
  return (
    <Stack gap={24}>
      <SelectField
        label="Category"
        value={category.id}
        onChange={(event) => setChosen(Number(event.target.value))}
      >
        {categories.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      <CategoryPhrases key={category.id} category={category} />
    </Stack>
  );
}

/** The family's help phrases. */
export function FamilyPhrases() {
  const categories = useQuery(familyPhrasesQuery);
  if (isForbidden(categories.error))
    return (
      <AccessDenied title="Help phrases">
        The people who look after your family's page can change these lines.
      </AccessDenied>
    );
  return (
    <Section title="Help phrases">
      <p>These are the lines to tap when someone in your family needs help.</p>
      <Loaded of={categories} name="the help phrases" skeleton={skeleton}>
        {(list) => <Categories categories={list} />}
      </Loaded>
    </Section>
  );
}
