import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import type { Guide } from "#contract/help/guides.ts";
import { useSignedInUser } from "#web/accounts/queries.ts";
import { keepFiles } from "#web/offline/kept-files.ts";
import { guidesQuery, type ListedGuide, pictureAddress } from "./queries.ts";

const addressesOf = (guides: readonly Guide[]): string[] =>
  guides.flatMap(({ steps }) => steps.flatMap(({ picture }) => (picture ? pictureAddress(picture.id) : [])));

/** A guide that was opened once can be read again without a connection, with all of its pictures. */
export function useKeptPictures({ own }: ListedGuide): void {
  const familyId = useSignedInUser()?.familyId;
  const { data } = useQuery(guidesQuery);
  useEffect(() => {
    if (!familyId || !own || !data) return;
    keepFiles(familyId, addressesOf([own]), addressesOf(data)).catch(() => undefined);
  }, [familyId, own, data]);
}
