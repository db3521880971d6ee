import { useQuery } from "@tanstack/react-query";
import { accountQuery, useChangePicture, useRemovePicture } from "../queries.ts";
import { PictureEditor } from "./picture-editor.tsx";

/** The picture of the person who is signed in. */
export function OwnPicture() {
  const { data: account } = useQuery(accountQuery);
  const { mutateAsync: save } = useChangePicture();
  const { mutateAsync: remove } = useRemovePicture();
  return account ? (
    <PictureEditor picture={account.picture} save={save} remove={() => remove(undefined)} />
  ) : null;
}
