import { queryOptions, useQuery } from "@tanstack/react-query";
import { useSearchParams } from "wouter";
import { rememberPlace } from "#web/features/accounts/return-place.ts";
import { ButtonLink } from "#web/ui/action/button.tsx";
import { Stack } from "#web/ui/layout/layout.tsx";
import { Moment } from "#web/ui/time/times.tsx";
import styles from "../cards/cards.module.css";
import { allWaiting, isDiscarded } from "../outbox-store.ts";
import { helpRequestsQuery } from "../queries.ts";
import { UnsentCard } from "./unsent-card.tsx";

/** Lists all waiting requests on this device, no matter who asked. */
const waitingHereQuery = queryOptions({
  queryKey: [...helpRequestsQuery.queryKey, "waiting"],
  queryFn: async () => (await allWaiting()).filter((one) => one.refusal === undefined && !isDiscarded(one)),
  refetchOnMount: "always",
});

function SignInToSend() {
  const [search] = useSearchParams();
  return (
    <>
      <p>Please sign in again, and we'll send it. A call is quicker.</p>
      {!search.has("signup") && (
        <ButtonLink href="/?signup" isStart onClick={rememberPlace}>
          Sign in
        </ButtonLink>
      )}
    </>
  );
}

/** Cards for requests that wait while nobody is signed in. They don't show what was asked. */
export function SignedOutCards() {
  const { data: waiting = [] } = useQuery(waitingHereQuery);
  if (waiting.length === 0) return null;
  return (
    <div className={styles.whole}>
      <Stack gap={24}>
        {waiting.map((one) => (
          <UnsentCard key={one.key} waiting={one} contact={one.contact} next={<SignInToSend />}>
            <p>
              You asked for help at <Moment at={one.askedAt} />.
            </p>
          </UnsentCard>
        ))}
      </Stack>
    </div>
  );
}
