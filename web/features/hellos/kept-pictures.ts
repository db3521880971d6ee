// The pictures of the last hellos on every device of the family, for when there is no connection.
import { useEffect } from "react";
import type { Hello } from "#contract/hellos.ts";
import { useHas } from "#web/features/families/queries.ts";
import { storeFiles } from "#web/platform/offline/stored-files.ts";
import { pictureAddress } from "./picture-address.ts";
import { useHellos } from "./queries.ts";

const maxPictures = 30;

/** A picture, and the hello that it belongs to. */
export interface ShownPicture {
  readonly id: number;
  readonly hello: Hello;
}

const picturesOf = (hellos: readonly Hello[]): ShownPicture[] =>
  hellos.flatMap((hello) => hello.pictures.map(({ id }) => ({ id, hello }))).slice(0, maxPictures);

/** The pictures of the last hellos, newest first. None while the family has turned hellos off. */
export function useLastPictures(): ShownPicture[] | undefined {
  const isOn = useHas("hellos");
  const { data } = useHellos(isOn);
  if (!isOn) return [];
  return data && picturesOf(data.pages.flatMap(({ hellos }) => hellos));
}

/** Stores them, and deletes those that are gone. */
export function useKeptPictures(familyId: number): void {
  const pictures = useLastPictures();
  const addresses = pictures?.map(({ id }) => pictureAddress(id, "small")).join(" ");
  useEffect(() => {
    if (addresses === undefined) return;
    const all = addresses.split(" ").filter(Boolean);
    storeFiles(familyId, { folder: "/api/hello-pictures/", wanted: all, current: all }).catch(
      () => undefined,
    );
  }, [familyId, addresses]);
}
