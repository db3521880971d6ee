import { type ComponentType, useEffect, useState } from "react";
import { untilFetched } from "#web/ui/page/lazy-named.ts";
import { Failed } from "#web/ui/state/failed.tsx";
import { notLoaded } from "#web/ui/state/loaded.tsx";
import type { Sender } from "./outbox.ts";

type Requests = ComponentType<Sender>;

const NotLoaded = () => <Failed title={notLoaded("requests for help")} onRetry={() => location.reload()} />;

const fetchRequests = (): Promise<Requests> =>
  import("./cards/requests.tsx").then(({ Requests }) => Requests);

let fetched: Requests | undefined;

interface CurrentRequestsProps {
  /** Missing until it is known who is signed in. */
  sender: Sender | undefined;
}

/**
 * Above the day: who needs help. Its file is fetched while we ask who is signed in and what was asked, and from then on
 * it is shown without a pause; Suspense would make one of 300 ms.
 */
export function CurrentRequests({ sender }: CurrentRequestsProps) {
  const [{ Requests }, show] = useState({ Requests: fetched });
  useEffect(() => {
    if (fetched) return;
    const fail = () => show({ Requests: NotLoaded });
    void untilFetched(fetchRequests, fail).then((Requests) => {
      fetched = Requests;
      show({ Requests });
    });
  }, []);
  return Requests && sender ? <Requests {...sender} /> : null;
}
