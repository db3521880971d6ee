import { useQuery } from "@tanstack/react-query";
import { ArrowRight } from "lucide-react";
import { Button } from "#web/ui/action/button.tsx";
import { ErrorMessage } from "#web/ui/state/error-message.tsx";
import { Unbroken } from "#web/ui/text.tsx";
import styles from "./moved-notice.module.css";
import { newAddressQuery, useOpenNewAddress } from "./queries.ts";

const dayOf = (until: string): string =>
  new Date(until).toLocaleDateString("en-US", { month: "long", day: "numeric" });

/** Above every page of somebody whose family has moved to another server. */
export function MovedNotice({ origin }: { origin: string }) {
  const { data } = useQuery(newAddressQuery);
  const { mutate, isPending, error } = useOpenNewAddress();
  return (
    <aside className={styles.notice} aria-label="New address">
      <p role="status">
        This page has a new address: <Unbroken>{new URL(origin).host}</Unbroken>.
        {data && ` This one works until ${dayOf(data.until)}.`}
      </p>
      <Button
        variant="primary"
        iconAfter={ArrowRight}
        isBusy={isPending}
        busyLabel="Opening..."
        onClick={() => mutate()}
      >
        Open the new page
      </Button>
      <ErrorMessage error={error} />
    </aside>
  );
}
