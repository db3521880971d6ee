import { useEffect, useState } from "react";
import type { Sender } from "#web/platform/offline/outbox.ts";
import { useKeptPictures } from "./kept-pictures.ts";
import { useGiver } from "./queries.ts";

/** The page's own requests go first. */
const afterMs = 5_000;

function KeptPictures({ familyId }: Pick<Sender, "familyId">): null {
  useKeptPictures(familyId);
  return null;
}

function Watch({ familyId }: Pick<Sender, "familyId">) {
  const [isCalm, setCalm] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setCalm(true), afterMs);
    return () => clearTimeout(timer);
  }, []);
  // Without the app's worker, nothing here would show what is kept, so nothing is read for it.
  return isCalm && navigator.serviceWorker?.controller && <KeptPictures familyId={familyId} />;
}

/** Runs on every page: keeps the last pictures on a device that has the app. */
export function HelloWatch() {
  const giver = useGiver();
  return giver && <Watch key={`${giver.familyId} ${giver.personId}`} familyId={giver.familyId} />;
}
