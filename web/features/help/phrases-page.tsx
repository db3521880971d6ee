import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import { useLocation, useParams, useSearchParams } from "wouter";
import { scamCategoryId, scamCheck } from "#contract/help/known-categories.ts";
import type { HelpPhrase } from "#contract/help/phrases.ts";
import { statusQuery, useSignedInUser } from "#web/features/accounts/queries.ts";
import { EmergencyCall } from "#web/features/families/call/calls.tsx";
import { useToken } from "#web/platform/api/session.ts";
import { ButtonLink } from "#web/ui/action/button.tsx";
import { MoreOption } from "#web/ui/action/option.tsx";
import { Stack } from "#web/ui/layout/layout.tsx";
import { NotFoundPage } from "#web/ui/page/not-found-page.tsx";
import { Page } from "#web/ui/page/page.tsx";
import { Loaded } from "#web/ui/state/loaded.tsx";
import { SkeletonRows } from "#web/ui/state/loading.tsx";
import { Lead } from "#web/ui/text.tsx";
import { homeAfterMs, PhraseRow, SomethingElse } from "./phrase-row.tsx";
import { CategoryTitle } from "./phrases/category-picture.tsx";
import { categoriesQuery, phrasesQuery } from "./phrases/queries.ts";
import { ScamWarning } from "./requests/cards/scam-advice.tsx";
import { ConnectionBanner } from "./requests/connection-banner.tsx";
import { fetchRequestCards } from "./requests/current-requests.tsx";
import { SignInFirst } from "./requests/sign-in-first.tsx";
import { thingsQuery } from "./things/queries.ts";

interface ThingWordsProps {
  id: number;
  /** Renders the words of a request. */
  children: (words: string) => ReactNode;
}

/** Asks for help with a thing around the house, by its name. */
function ThingWords({ id, children }: ThingWordsProps) {
  const { data: things } = useQuery({ ...thingsQuery, enabled: useToken() !== null });
  const thing = things?.find((one) => one.id === id);
  return thing && children(`I need help with this: ${thing.name}.`);
}

const skeleton = <SkeletonRows count={4} />;

/** Goes home two seconds after a request, unless the person has left the page. */
function useReturnHome(): () => void {
  const [, navigate] = useLocation();
  const [isLeaving, setLeaving] = useState(false);
  useEffect(() => {
    if (!isLeaving) return;
    const timer = setTimeout(() => navigate("/"), homeAfterMs);
    return () => clearTimeout(timer);
  }, [isLeaving, navigate]);
  return () => setLeaving(true);
}

interface PhraseListProps {
  categoryId: number;
  phrases: HelpPhrase[];
}

function PhraseList({ categoryId, phrases }: PhraseListProps) {
  const goHome = useReturnHome();
  const [search] = useSearchParams();
  const thingId = search.get("thing");
  return (
    <Stack as="ul" gap={12}>
      {thingId !== null && (
        <ThingWords id={Number(thingId)}>
          {(text) => (
            <li>
              <PhraseRow phrase={text} body={{ text, categoryId }} categoryId={categoryId} onAsked={goHome} />
            </li>
          )}
        </ThingWords>
      )}
      {phrases.length === 0 && <li>No help phrases found for this category.</li>}
      {phrases.map(({ id, phrase }) => (
        <li key={id}>
          <PhraseRow phrase={phrase} body={{ phraseId: id }} categoryId={categoryId} onAsked={goHome} />
        </li>
      ))}
      <li>
        <MoreOption label="Something else">
          <SomethingElse categoryId={categoryId} onAsked={goHome} />
        </MoreOption>
      </li>
    </Stack>
  );
}

/** The phrases of the open family. They are read once it is known which family that is. */
function LoadedPhrases({ categoryId }: { categoryId: number }) {
  const isSignedIn = useToken() !== null;
  const user = useSignedInUser();
  const status = useQuery({ ...statusQuery, enabled: isSignedIn });
  const isKnown = !isSignedIn || user !== undefined;
  const phrases = useQuery({ ...phrasesQuery(categoryId, user?.familyId ?? null), enabled: isKnown });
  const loaded = { name: "what you can say", skeleton };
  if (!isKnown)
    return (
      <Loaded of={status} {...loaded}>
        {() => skeleton}
      </Loaded>
    );
  return (
    <Loaded of={phrases} {...loaded}>
      {(list) => <PhraseList categoryId={categoryId} phrases={list} />}
    </Loaded>
  );
}

function Phrases({ id }: { id: number }) {
  const { data: categories = [] } = useQuery(categoriesQuery);
  const { name, icon } = [scamCheck, ...categories].find((category) => category.id === id) ?? {
    name: "Help",
    icon: "",
  };
  return (
    <Page title={name} layout="tight">
      <Stack gap={8}>
        <ButtonLink variant="back" href="/help">
          Back
        </ButtonLink>
        <CategoryTitle name={name} icon={icon} />
        <Lead>Tap the line that says it best. We'll tell your family right away.</Lead>
      </Stack>
      <SignInFirst />
      <ConnectionBanner />
      {id === scamCategoryId && <ScamWarning />}
      <LoadedPhrases categoryId={id} />
      <EmergencyCall />
    </Page>
  );
}

export function PhrasesPage() {
  const { categoryId } = useParams<{ categoryId: string }>();
  useEffect(() => void fetchRequestCards(), []);
  return /^\d+$/.test(categoryId) ? <Phrases id={Number(categoryId)} /> : <NotFoundPage />;
}
