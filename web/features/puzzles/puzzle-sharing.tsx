import { queryOptions, useQuery } from "@tanstack/react-query";
import { call } from "#web/platform/api/call.ts";
import { useMutation } from "#web/platform/api/mutation.ts";
import { useRefresh } from "#web/platform/api/queries.ts";
import { SavedSwitch } from "#web/ui/form/switch.tsx";
import { Section } from "#web/ui/layout/layout.tsx";
import { ErrorMessage } from "#web/ui/state/error-message.tsx";
import { Loaded } from "#web/ui/state/loaded.tsx";
import { Skeleton } from "#web/ui/state/loading.tsx";

const sharingQuery = queryOptions({
  queryKey: ["puzzles", "sharing"],
  queryFn: ({ signal }) => call("GET /api/account/puzzle-sharing", undefined, signal),
});

const useChangeSharing = () =>
  useMutation({
    mutationFn: (isShared: boolean) => call("PUT /api/account/puzzle-sharing", { body: { isShared } }),
    // Changes run one after the other, so that the last press wins.
    scope: { id: "puzzle sharing" },
    onSettled: useRefresh(sharingQuery.queryKey),
  });

const failed = { title: "Your choice was not saved", otherwise: "Please try again." };

function SharingSwitch({ isShared }: { isShared: boolean }) {
  const { mutateAsync: change, error } = useChangeSharing();
  return (
    <>
      <SavedSwitch
        label="My family can see when I solve the puzzle"
        isOn={isShared}
        save={change}
        failed={failed}
      />
      <ErrorMessage {...failed} error={error} />
    </>
  );
}

/** The section of "Me" in which grandparents decide what the family sees about the puzzle. */
export function PuzzleSharing() {
  const sharing = useQuery(sharingQuery);
  return (
    <Section title="My puzzle">
      <p>If you allow it, your family sees that you solved it. Wrong answers stay private.</p>
      <Loaded of={sharing} name="your choice" skeleton={<Skeleton shape="row" />}>
        {({ isShared }) => <SharingSwitch isShared={isShared} />}
      </Loaded>
    </Section>
  );
}
