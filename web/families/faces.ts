import { getPersonPicture } from "#contract/accounts/pictures.ts";
import { addressOf } from "#web/api/call.ts";
import { useFamily } from "./queries.ts";

/** The address of a member's picture, if they have given one. */
export function useFaceOf(): (personId: number) => string | undefined {
  const members = useFamily()?.members ?? [];
  return (personId) => {
    // A copy of the family on this device may be older than pictures.
    const id = members.find((member) => member.id === personId)?.pictureId ?? null;
    return id === null ? undefined : addressOf(getPersonPicture, { params: { id } });
  };
}
