import { useQuery } from "@tanstack/react-query";
import { useParams } from "wouter";
import { thingCategoryId } from "#contract/help/known-categories.ts";
import type { Thing } from "#contract/help/things.ts";
import { useSignedInUser } from "#web/features/accounts/queries.ts";
import { rememberPlace } from "#web/features/accounts/return-place.ts";
import { useStoredRole, useToken } from "#web/platform/api/session.ts";
import { ButtonLink } from "#web/ui/action/button.tsx";
import { Stack } from "#web/ui/layout/layout.tsx";
import { lazyPage } from "#web/ui/page/lazy.tsx";
import { NotFoundPage } from "#web/ui/page/not-found-page.tsx";
import { Page } from "#web/ui/page/page.tsx";
import { SignedOut } from "#web/ui/state/access-denied.tsx";
import { Loaded } from "#web/ui/state/loaded.tsx";
import { SkeletonRows } from "#web/ui/state/loading.tsx";
import { Lead } from "#web/ui/text.tsx";
import { guidesQuery } from "./guides/queries.ts";
import { thingsQuery, thingsTitle } from "./things/queries.ts";
import { ThingView } from "./things/thing-view.tsx";

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
const ThingPage = ({ thing }: { thing: Thing | undefined }) => (
  <Page title={thing?.name ?? thingsTitle}>
    <Stack gap={24} isNarrow>
      {thing ? <Found thing={thing} /> : <NotFound />}
    </Stack>
  </Page>
);

const ThingList = lazyPage(() => import("./things/thing-list.tsx"), "ThingList");
const StickersPage = lazyPage(() => import("./things/stickers-page.tsx"), "StickersPage");

interface ThingsProps {
  things: readonly Thing[];
  /** The family's guides, for those who can choose which are about a thing. */
  guides: Thing["guides"];
  /** The part of the address after "/things": the id of a thing, "stickers", or nothing. */
  name: string | undefined;
}

function Things({ things, guides, name }: ThingsProps) {
  if (name === undefined) return <ThingList things={things} guides={guides} />;
  if (name === "stickers") return <StickersPage things={things} />;
  if (!/^\d+$/.test(name)) return <NotFoundPage />;
  return <ThingPage thing={things.find(({ id }) => String(id) === name)} />;
}

const skeleton = <SkeletonRows count={2} />;

function ThingsOfFamily({ name }: Pick<ThingsProps, "name">) {
  const things = useQuery(thingsQuery);
  const isChangeable = useStoredRole() !== "grandparent" && name === undefined;
  const { data: guides = [] } = useQuery({ ...guidesQuery, enabled: isChangeable });
  if (things.data) return <Things things={things.data} guides={guides} name={name} />;
  return (
    <Page title={thingsTitle} layout="tight">
      <h1>{thingsTitle}</h1>
      <Loaded of={things} name="the things around the house" skeleton={skeleton}>
        {() => skeleton}
      </Loaded>
    </Page>
  );
}

/** The things around the house, one of them, or their stickers. Nobody sees any of it without signing in. */
export function ThingsPage() {
  const { thingId, part } = useParams<{ thingId?: string; part?: string }>();
  const user = useSignedInUser();
  const isSignedIn = useToken() !== null;
  if (isSignedIn && user?.familyId === null) return <ThingPage thing={undefined} />;
  if (isSignedIn) return <ThingsOfFamily name={thingId ?? part} />;
  return (
    <Page title={thingsTitle} layout="tight">
      <SignedOut title={thingsTitle} onSignIn={rememberPlace} />
    </Page>
  );
}
