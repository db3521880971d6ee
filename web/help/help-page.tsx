import { useQuery } from "@tanstack/react-query";
import type { HelpCategory } from "#contract/help/phrases.ts";
import { scamCategoryId } from "#contract/help/scams.ts";
import { EmergencyCall } from "#web/families/call/call-buttons.tsx";
import { ButtonLink } from "#web/ui/action/button.tsx";
import { Stack, Tiles } from "#web/ui/layout/layout.tsx";
import { Page } from "#web/ui/page/page.tsx";
import { Loaded } from "#web/ui/state/loaded.tsx";
import { Skeleton } from "#web/ui/state/loading.tsx";
import { CategoryTile } from "./phrases/category-tile.tsx";
import { categoriesQuery } from "./phrases/queries.ts";
import { ConnectionBanner } from "./requests/connection-banner.tsx";
import { SignInFirst } from "./sign-in-first.tsx";

const skeleton = (
  <Tiles as="div">
    {["a", "b", "c", "d", "e", "f"].map((place) => (
      <Skeleton key={place} shape="tile" />
    ))}
  </Tiles>
);

/** It stands above the grid, because there is no time to look for it. */
const isScamCheck = ({ id }: HelpCategory): boolean => id === scamCategoryId;

export function HelpPage() {
  const categories = useQuery(categoriesQuery);
  return (
    <Page title="Help" layout="tight">
      <Stack gap={12}>
        <ButtonLink variant="back" href="/">
          Back
        </ButtonLink>
        <EmergencyCall />
        <h1>How can we help?</h1>
      </Stack>
      <SignInFirst />
      <ConnectionBanner />
      <Loaded of={categories} name="what you can ask for" skeleton={skeleton}>
        {(list) => (
          <Stack gap={12}>
            {list.filter(isScamCheck).map((category) => (
              <CategoryTile key={category.id} category={category} />
            ))}
            <Tiles>
              {list
                .filter((category) => !isScamCheck(category))
                .map((category) => (
                  <li key={category.id}>
                    <CategoryTile category={category} />
                  </li>
                ))}
            </Tiles>
          </Stack>
        )}
      </Loaded>
    </Page>
  );
}
