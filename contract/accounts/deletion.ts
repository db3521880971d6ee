import * as z from "zod/mini";
import { endpoint } from "../endpoint.ts";
import { Instant, nothing } from "../values.ts";

export const requestAccountDeletion = endpoint({
  method: "POST",
  path: "/api/account/deletion",
  access: "person",
  needsFreshProof: true,
  summary: "Have your account deleted in seven days, everywhere and for good; until then it can be undone",
  response: z.object({ dueAt: Instant }),
  status: 201,
});

export const cancelAccountDeletion = endpoint({
  method: "DELETE",
  path: "/api/account/deletion",
  access: "person",
  summary: "Keep your account after all",
  response: nothing,
});
