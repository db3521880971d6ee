// How much room the family's pictures and voice messages take.
import * as z from "zod/mini";
import { endpoint } from "#contract/endpoint.ts";

const FamilyStorage = z.object({ usedMegabytes: z.int(), maxMegabytes: z.int() });

export const getFamilyStorage = endpoint({
  method: "GET",
  path: "/api/family/storage",
  access: "admin",
  summary: "How much room the family's pictures and voice messages take, and how much there is",
  response: FamilyStorage,
});
