import { useEffect, useRef, useState } from "react";
import type { HelpRequest } from "#contract/help/requests.ts";
import { Hidden } from "#web/ui/text.tsx";
import { hasUndo } from "./cards/own/undo-offers.ts";
import { newsOf } from "./spoken-updates.ts";

interface AnnouncementsProps {
  requests: HelpRequest[] | undefined;
  personId: number;
}

interface News {
  at: number;
  words: string[];
}

const silence: News = { at: 0, words: [] };
/** Whoever comes by later is not to find here what may no longer be true. */
const heardBy = 5_000;

/** Is there before it has something to say. What the page opened with is on the page, and is not said. */
export function Announcements({ requests, personId }: AnnouncementsProps) {
  const before = useRef<HelpRequest[]>(undefined);
  const [news, setNews] = useState(silence);
  useEffect(() => {
    if (news === silence) return;
    const timer = setTimeout(() => setNews(silence), heardBy);
    return () => clearTimeout(timer);
  }, [news]);
  useEffect(() => {
    const words = before.current && requests ? newsOf(before.current, requests, personId, hasUndo) : [];
    if (words.length > 0) setNews({ at: Date.now(), words });
    before.current = requests ?? before.current;
  }, [requests, personId]);
  return (
    <Hidden>
      <span role="status" aria-atomic="false">
        {news.words.map((sentence) => (
          <span key={`${news.at} ${sentence}`}>{sentence} </span>
        ))}
      </span>
    </Hidden>
  );
}
