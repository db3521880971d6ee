import { thingCategoryId } from "#contract/help/known-categories.ts";
import type { Thing } from "#contract/help/things.ts";
import { useSignedInUser } from "#web/features/accounts/queries.ts";
import { ButtonLink } from "#web/ui/action/button.tsx";
import { Stack } from "#web/ui/layout/layout.tsx";
import { Page } from "#web/ui/page/page.tsx";
import { Lead } from "#web/ui/text.tsx";
import { thingsTitle } from "./queries.ts";
import { ThingView } from "./thing-view.tsx";

const Found = ({ thing }: { thing: Thing }) => (
  <>
    <h1>{thing.name}</h1>
    <ThingView thing={thing} />
    <ButtonLink variant="help" href={`/help/${thingCategoryId}?thing=${thing.id}`}>
      Ask for help with this
    </ButtonLink>
  </>
);

/** The thing was removed, or belongs to another family. */
function NotFound() {
  const families = useSignedInUser()?.families ?? [];
  return (
    <>
      <h1>We don't know this sticker</h1>
      <Lead>Your family may have removed what it was for.</Lead>
      {families.length > 1 && (
        <p>Is it from another family of yours? Open that family, then scan it again.</p>
      )}
      <ButtonLink variant="help" href="/help">
        I need help
      </ButtonLink>
    </>
  );
}

/** The page that the sticker on a thing opens. */
export const ThingPage = ({ thing }: { thing: Thing | undefined }) => (
  <Page title={thing?.name ?? thingsTitle}>
    <Stack gap={24} isNarrow>
      {thing ? <Found thing={thing} /> : <NotFound />}
    </Stack>
  </Page>
);
