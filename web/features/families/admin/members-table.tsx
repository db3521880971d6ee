import { type ChangeEvent, type ReactNode, useRef, useState } from "react";
import { Role, type SeenMember } from "#contract/families.ts";
import { MemberPicture } from "#web/features/accounts/pictures/member-picture.tsx";
import { Button, ButtonLink } from "#web/ui/action/button.tsx";
import { Confirmation } from "#web/ui/dialog/dialog.tsx";
import { SelectField } from "#web/ui/form/field.tsx";
import { Switch } from "#web/ui/form/switch.tsx";
import { Actions, Stack } from "#web/ui/layout/layout.tsx";
import { ErrorMessage } from "#web/ui/state/error-message.tsx";
import { Badge, Person } from "#web/ui/surface/badge.tsx";
import { Note } from "#web/ui/surface/note.tsx";
import { Table, TableCell, TableRow } from "#web/ui/surface/table.tsx";
import { Hidden } from "#web/ui/text.tsx";
import { useMinute } from "#web/ui/time/times.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { toastError } from "#web/ui/toast/toast-error.ts";
import { lastSeen, lossOf, roleWords } from "../member-words.ts";
import { useChangeRole, useRemoveMember } from "../queries.ts";

const notChanged = { title: "The role was not changed", otherwise: "Please try again." };

/** Nothing is saved until the button is pressed, because a select is easily changed by mistake. */
function RoleField({ member: { id, name, role } }: { member: SeenMember }) {
  const select = useRef<HTMLSelectElement>(null);
  const [choice, setChoice] = useState({ chosen: role, insteadOf: role });
  // The field follows a role that was changed elsewhere.
  const chosen = choice.insteadOf === role ? choice.chosen : role;
  const { mutateAsync: change, isPending, error } = useChangeRole();
  const choose = ({ target }: ChangeEvent<HTMLSelectElement>) =>
    setChoice({ chosen: Role.parse(target.value), insteadOf: role });
  // The list may replace this field before the response comes, so this waits for the promise.
  const save = () =>
    change({ id, role: chosen }).then(
      () => {
        select.current?.focus();
        toast({ title: "Role changed", description: `${name} is now ${roleWords[chosen]}.` });
      },
      (reason: unknown) => toastError(reason, notChanged),
    );
  return (
    <Stack gap={8}>
      <SelectField ref={select} label={<Hidden>Role of {name}</Hidden>} value={chosen} onChange={choose}>
        {Role.options.map((one) => (
          <option key={one} value={one}>
            {roleWords[one]}
          </option>
        ))}
      </SelectField>
      {chosen !== role && (
        <Button isBusy={isPending} busyLabel="Saving..." onClick={save}>
          Save<Hidden> the role of {name}</Hidden>
        </Button>
      )}
      <ErrorMessage {...notChanged} error={error} />
    </Stack>
  );
}

/** Whether the hellos that a removed member gave stay in the family. */
type Hellos = "stay" | "go";

interface RemoveDialogProps {
  member: SeenMember;
  members: readonly SeenMember[];
  onConfirm: (hellos: Hellos) => void;
  onCancel: () => void;
}

/** Explains what removing a member means. */
function RemoveDialog({ member: { id, name, role }, members, onConfirm, onCancel }: RemoveDialogProps) {
  const [hellos, choose] = useState<Hellos>("stay");
  return (
    <Confirmation
      title={`Remove ${name} from the family?`}
      detail={`${lossOf({ id, name, role }, members)} Past requests stay.`}
      confirmLabel={`Remove ${name}`}
      onConfirm={() => onConfirm(hellos)}
      onCancel={onCancel}
    >
      <Switch
        label={`Also delete the pictures and voices that ${name} gave`}
        checked={hellos === "go"}
        onChange={({ target }) => choose(target.checked ? "go" : "stay")}
      />
    </Confirmation>
  );
}

/** Removing may first ask for a fresh proof in a dialog of its own, so it runs while no other is open. */
function useRemoval() {
  const { mutate, isPending, variables } = useRemoveMember();
  const [failure, setFailure] = useState<string>();
  const remove = ({ id, name }: SeenMember, hellos: Hellos) => {
    setFailure(undefined);
    mutate(
      { id, hellos },
      {
        onSuccess: () => toast({ title: `${name} is no longer in the family` }),
        onError: (error) => {
          const failed = { title: `${name} was not removed`, otherwise: "Please try again." };
          setFailure(toastError(error, failed).message);
        },
      },
    );
  };
  return { remove, failure, removingId: isPending ? variables.id : undefined };
}

interface MembersTableProps {
  members: SeenMember[];
  /** The person who is looking. */
  ownId: number;
  timeZone: string;
  /** The actions of other features on a member. */
  moreActions: (member: SeenMember) => ReactNode;
}

interface MemberRowProps extends Omit<MembersTableProps, "members"> {
  member: SeenMember;
  isLeaving: boolean;
  onRemove: () => void;
}

function MemberRow({ member, ownId, timeZone, moreActions, isLeaving, onRemove }: MemberRowProps) {
  const now = useMinute();
  const isSelf = member.id === ownId;
  return (
    <TableRow>
      <TableCell label="Name">
        <b>
          <Person name={member.name} picture={member.picture} />
        </b>
      </TableCell>
      <TableCell label="Role">
        <RoleField member={member} />
      </TableCell>
      <TableCell label="Last seen">{isSelf ? "Now" : lastSeen(member.lastSeenAt, now, timeZone)}</TableCell>
      <TableCell>
        <Actions>
          {isSelf && <Badge>You</Badge>}
          <MemberPicture member={member} />
          {moreActions(member)}
          {!isSelf && member.role !== "admin" && (
            <ButtonLink href={`/admin/family/${member.id}/sign-in`}>
              Sign in<Hidden> {member.name} on another device</Hidden>
            </ButtonLink>
          )}
          {!isSelf && (
            <Button variant="danger" isBusy={isLeaving} busyLabel="Removing..." onClick={onRemove}>
              Remove<Hidden> {member.name}</Hidden>
            </Button>
          )}
        </Actions>
      </TableCell>
    </TableRow>
  );
}

const columns = ["Name", "Role", "Last seen", "Actions"];

export function MembersTable({ members, ...rest }: MembersTableProps) {
  const [asked, setAsked] = useState<SeenMember>();
  const { remove, failure, removingId } = useRemoval();
  return (
    <>
      {failure && <Note kind="danger" title={failure} />}
      <Table label="Members" columns={columns}>
        {members.map((member) => (
          <MemberRow
            key={member.id}
            member={member}
            isLeaving={member.id === removingId}
            onRemove={() => setAsked(member)}
            {...rest}
          />
        ))}
      </Table>
      {asked && (
        <RemoveDialog
          member={asked}
          members={members}
          onConfirm={(hellos) => {
            setAsked(undefined);
            remove(asked, hellos);
          }}
          onCancel={() => setAsked(undefined)}
        />
      )}
    </>
  );
}
