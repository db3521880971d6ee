import { queryOptions } from "@tanstack/react-query";
import type { Sent } from "#contract/endpoint.ts";
import type { changeEscalationPlan } from "#contract/help/plan.ts";
import { call } from "#web/platform/api/call.ts";
import { useMutation } from "#web/platform/api/mutation.ts";
import { useRefresh } from "#web/platform/api/queries.ts";

export type PlanBody = Sent<typeof changeEscalationPlan>["body"];

export const planQuery = queryOptions({
  queryKey: ["escalation-plan"],
  queryFn: ({ signal }) => call("GET /api/escalation-plan", undefined, signal),
});

export const helpersQuery = queryOptions({
  queryKey: ["family", "helpers"],
  queryFn: ({ signal }) => call("GET /api/family/helpers", undefined, signal),
  // Contact methods change without a live event, so this is read again each time it is shown.
  refetchOnMount: "always",
});

export const useChangePlan = () =>
  useMutation({
    mutationFn: (body: PlanBody) => call("PUT /api/escalation-plan", { body }),
    onSettled: useRefresh(planQuery.queryKey),
  });

export const useRestorePlan = () =>
  useMutation({
    mutationFn: async () => void (await call("DELETE /api/escalation-plan")),
    onSettled: useRefresh(planQuery.queryKey),
  });
