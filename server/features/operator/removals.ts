// Families and people that the operator removes. They are deleted as if their own people had asked for it: in seven days, after
// a message, and with a way back.
import * as accounts from "#server/features/accounts/deletion.ts";
import * as families from "#server/features/personal-data/deletion/family-deletions.ts";
import { NotFound } from "#server/platform/errors.ts";
import type { World } from "#server/platform/world.ts";
import { requireFamily } from "./families.ts";
import { requirePerson } from "./people.ts";

export async function removeFamily(world: World, familyId: number): Promise<{ dueAt: string }> {
  await requireFamily(world, familyId);
  return await families.requestDeletionAsOperator(world, familyId);
}

export async function keepFamily(world: World, familyId: number): Promise<void> {
  if (!(await families.keepAsOperator(world, familyId)))
    throw new NotFound("This family isn't about to be deleted.");
}

export async function removePerson(world: World, personId: number): Promise<{ dueAt: string }> {
  await requirePerson(world, personId);
  return await accounts.requestDeletionAsOperator(world, personId);
}

export async function keepPerson(world: World, personId: number): Promise<void> {
  if (!(await accounts.keepAsOperator(world, personId)))
    throw new NotFound("This account isn't about to be deleted.");
}
