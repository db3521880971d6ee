import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { FamilyCategory } from "#contract/help/phrases.ts";
import { isForbidden } from "#web/platform/api/call.ts";
import { SelectField } from "#web/ui/form/field.tsx";
import { Section, Stack } from "#web/ui/layout/layout.tsx";
import { AccessDenied } from "#web/ui/state/access-denied.tsx";
import { Loaded } from "#web/ui/state/loaded.tsx";
import { SkeletonRows } from "#web/ui/state/loading.tsx";
import { CategoryPhrases } from "./category-phrases.tsx";
import { familyPhrasesQuery } from "./family-queries.ts";

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
