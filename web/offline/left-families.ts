// Somebody who is no longer in a family keeps nothing of it on their device.
import type { QueryClient } from "@tanstack/react-query";
import type { User } from "#contract/accounts/sign-in.ts";
import { statusQuery } from "#web/accounts/queries.ts";
import { removeWaitingOfOthers } from "#web/help/requests/outbox-store.ts";
import { closeOfOtherFamilies } from "#web/messages/shown.ts";
import { toast } from "#web/ui/toast/toast.ts";
import { dropOtherFamilies } from "./answer-store.ts";

async function forgetLeftFamilies({ id, families }: User): Promise<void> {
  const familyIds = families.map((family) => family.id);
  await dropOtherFamilies(familyIds);
  const unsent = await removeWaitingOfOthers(id, familyIds);
  // The server would never take these, so the person is told instead of being left to wait.
  if (unsent > 0) {
    toast({
      title: "Not sent",
      description: "You're no longer in the family that you asked for help. Please call someone now.",
      variant: "destructive",
    });
  }
  await closeOfOtherFamilies(familyIds);
}

/** Whenever the server says which families the person is in. */
export function followFamilies(queries: QueryClient): void {
  const look = () => {
    const user = queries.getQueryData(statusQuery.queryKey)?.user;
    if (user) forgetLeftFamilies(user).catch(() => undefined);
  };
  look();
  queries.getQueryCache().subscribe((event) => {
    const isStatus = event.query.queryHash === JSON.stringify(statusQuery.queryKey);
    if (isStatus && event.type === "updated" && event.action.type === "success") look();
  });
}
