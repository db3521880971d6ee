import { Badge } from "#web/ui/surface/badge.tsx";
import { Quiet } from "#web/ui/text.tsx";
import { ShortDate } from "#web/ui/time/times.tsx";

/** Says when a family or an account will be deleted, if that was asked for. */
export const BeingDeleted = ({ dueAt }: { dueAt: string | null }) =>
  dueAt && (
    <>
      <Badge kind="danger">Being deleted</Badge>
      <Quiet>
        On <ShortDate at={dueAt} />
      </Quiet>
    </>
  );
