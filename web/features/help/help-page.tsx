import { useQuery } from "@tanstack/react-query";
import { BookOpen, History } from "lucide-react";
import { scamCheck } from "#contract/help/known-categories.ts";
import { EmergencyCall } from "#web/features/families/call/calls.tsx";
import { useToken } from "#web/platform/api/session.ts";
import { ButtonLink } from "#web/ui/action/button.tsx";
import { Stack, Tiles } from "#web/ui/layout/layout.tsx";
import { Page } from "#web/ui/page/page.tsx";
import { Loaded } from "#web/ui/state/loaded.tsx";
import { Skeleton } from "#web/ui/state/loading.tsx";
import { CategoryTile } from "./phrases/category-picture.tsx";
import { categoriesQuery } from "./phrases/queries.ts";
import { ConnectionBanner } from "./requests/connection-banner.tsx";
import { SignInFirst } from "./requests/sign-in-first.tsx";

const skeleton = (
  <Tiles as="div">
    {["a", "b", "c", "d", "e", "f"].map((place) => (
      <Skeleton key={place} shape="tile" />
    ))}
  </Tiles>
);

export function HelpPage() {
  const categories = useQuery(categoriesQuery);
  const isSignedIn = useToken() !== null;
  return (
    <Page title="Help" layout="tight">
      <Stack gap={12}>
        <ButtonLink variant="back" href="/">
          Back
        </ButtonLink>
        <EmergencyCall />
        <CategoryTile category={scamCheck} />
        <h1>How can we help?</h1>
      </Stack>
      <SignInFirst />
      <ConnectionBanner />
      <Loaded of={categories} name="what you can ask for" skeleton={skeleton}>
        {(list) => (
          <Tiles>
            {list.map((category) => (
              <li key={category.id}>
                <CategoryTile category={category} />
              </li>
            ))}
          </Tiles>
        )}
      </Loaded>
      <ButtonLink href="/guides" icon={BookOpen}>
        How to do it yourself
      </ButtonLink>
      {isSignedIn && (
        <ButtonLink href="/help/earlier" icon={History}>
          Earlier requests
        </ButtonLink>
      )}
    </Page>
  );
}
