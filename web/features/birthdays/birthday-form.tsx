import { Trash2 } from "lucide-react";
import { useState } from "react";
import { NewBirthday } from "#contract/birthdays.ts";
import type { PicturedMember } from "#contract/families.ts";
import { monthName } from "#contract/time-words.ts";
import { Button } from "#web/ui/action/button.tsx";
import { SelectField, TextField } from "#web/ui/form/field.tsx";
import { Form } from "#web/ui/form/form.tsx";
import { prepared, useSchemaForm } from "#web/ui/form/schema-form.ts";
import { Actions, Columns } from "#web/ui/layout/layout.tsx";
import { type ActionResult, StatusMessage } from "#web/ui/state/status-message.tsx";
import { toastError } from "#web/ui/toast/toast-error.ts";
import { useChangeBirthday, useRemoveBirthday } from "./queries.ts";

interface Typed {
  month: string;
  day: string;
  year: string;
}

const nothing: Typed = { month: "", day: "", year: "" };
const months = Array.from({ length: 12 }, (_, index) => index + 1);

const typedBirthday = prepared(NewBirthday, ({ month, day, year }: Typed) => ({
  month: Number(month),
  day: Number(day),
  year: year.trim() === "" ? null : Number(year),
}));

interface BirthdayFormProps {
  member: Pick<PicturedMember, "id" | "birthday">;
  /** Whose birthday it is, such as "Your" or "Walter's". */
  whose: string;
  /** Closes what it is shown in. */
  onDone?: () => void;
}

/** Month and day, and the year for those who want others to know their age. */
export function BirthdayForm({ member: { id, birthday }, whose, onDone }: BirthdayFormProps) {
  const { mutateAsync: change } = useChangeBirthday(id);
  const { mutateAsync: remove, isPending: isRemoving } = useRemoveBirthday(id);
  const [result, setResult] = useState<ActionResult>();
  const form = useSchemaForm<Typed, NewBirthday>({
    schema: typedBirthday,
    defaults: birthday
      ? {
          month: String(birthday.month),
          day: String(birthday.day),
          year: birthday.year === null ? "" : String(birthday.year),
        }
      : nothing,
    onSubmit: async (body) => {
      setResult(undefined);
      await change(body);
      setResult({ isGood: true, words: `${whose} birthday is saved.` });
    },
    failed: { title: `${whose} birthday was not saved`, otherwise: "Please try again." },
  });
  const end = async () => {
    try {
      await remove();
      form.form.reset(nothing);
      setResult({ isGood: true, words: `${whose} birthday is gone.` });
    } catch (error) {
      const failed = { title: `${whose} birthday is still here`, otherwise: "Please try again." };
      setResult({ isGood: false, words: toastError(error, failed).message });
    }
  };
  return (
    <>
      <Form of={form}>
        <Columns kind="pair">
          <SelectField {...form.field("month")} label="Month">
            <option value="">Choose a month</option>
            {months.map((month) => (
              <option key={month} value={month}>
                {monthName(month)}
              </option>
            ))}
          </SelectField>
          <TextField {...form.field("day")} label="Day" inputMode="numeric" autoComplete="off" />
        </Columns>
        <TextField
          {...form.field("year")}
          label="Year"
          hint="You can leave it empty. Then nobody sees an age."
          inputMode="numeric"
          autoComplete="off"
        />
        <Actions>
          <Button type="submit" variant="primary" isBusy={form.isBusy} busyLabel="Saving...">
            Save the birthday
          </Button>
          {birthday && (
            <Button
              variant="danger"
              icon={Trash2}
              isBusy={isRemoving}
              busyLabel="Removing..."
              onClick={() => void end()}
            >
              Remove the birthday
            </Button>
          )}
          {onDone && <Button onClick={onDone}>Done</Button>}
        </Actions>
      </Form>
      <StatusMessage of={result} />
    </>
  );
}
