import { useEffect, useRef, useState } from "react";
import type { HelpRequest } from "#contract/help/requests.ts";
import { useFamily } from "#web/features/families/queries.ts";
import { Hidden } from "#web/ui/text.tsx";
import { useMinute } from "#web/ui/time/times.tsx";
import { hasUndo } from "./cards/own/undo-offers.ts";
import { asCalledIn } from "./progress.ts";
import { type RequestsAt, spokenUpdates } from "./spoken-updates.ts";

interface AnnouncementsProps {
  requests: HelpRequest[] | undefined;
  personId: number;
}

interface Update {
  at: number;
  words: string[];
}

const silence: Update = { at: 0, words: [] };
/** An announcement is removed after a moment, because it may no longer be true. */
const shownForMs = 5_000;

/** A live region that announces changes. What the page showed from the start is not announced. */
export function Announcements({ requests, personId }: AnnouncementsProps) {
  const before = useRef<RequestsAt>(undefined);
  const familyName = useFamily()?.name ?? "";
  const now = useMinute();
  const [update, setUpdate] = useState(silence);
  useEffect(() => {
    if (update === silence) return;
    const timer = setTimeout(() => setUpdate(silence), shownForMs);
    return () => clearTimeout(timer);
  }, [update]);
  useEffect(() => {
    if (!requests) return;
    const moment = { requests: requests.map((request) => asCalledIn(familyName, request)), now };
    const words = before.current ? spokenUpdates(before.current, moment, personId, hasUndo) : [];
    if (words.length > 0) setUpdate({ at: Date.now(), words });
    before.current = moment;
  }, [requests, familyName, now, personId]);
  return (
    <Hidden>
      <span role="status" aria-atomic="false">
        {update.words.map((sentence) => (
          <span key={`${update.at} ${sentence}`}>{sentence} </span>
        ))}
      </span>
    </Hidden>
  );
}
