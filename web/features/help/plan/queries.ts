import { queryOptions } from "@tanstack/react-query";
import type { Sent } from "#contract/endpoint.ts";
import {
  changeEscalationPlan,
  getEscalationPlan,
  listHelpers,
  restoreEscalationPlan,
} from "#contract/help/plan.ts";
import { call } from "#web/platform/api/call.ts";
import { useMutation } from "#web/platform/api/mutation.ts";
import { useRefresh } from "#web/platform/api/queries.ts";

export type PlanBody = Sent<typeof changeEscalationPlan>["body"];

export const planQuery = queryOptions({
  queryKey: ["escalation-plan"],
  queryFn: ({ signal }) => call(getEscalationPlan, undefined, signal),
});

export const helpersQuery = queryOptions({
  queryKey: ["family", "helpers"],
  queryFn: ({ signal }) => call(listHelpers, undefined, signal),
  // Contact methods change without a live event, so this is read again each time it is shown.
  refetchOnMount: "always",
});

export const useChangePlan = () =>
  useMutation({
    mutationFn: (body: PlanBody) => call(changeEscalationPlan, { body }),
    onSettled: useRefresh(planQuery.queryKey),
  });

export const useRestorePlan = () =>
  useMutation({
    mutationFn: async () => void (await call(restoreEscalationPlan)),
    onSettled: useRefresh(planQuery.queryKey),
  });
