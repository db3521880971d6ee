import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { type FamilyImport, maxImportMegabytes } from "#contract/personal-data/family-import.ts";
import { importWords } from "#contract/personal-data/import-words.ts";
import { call, isNetworkFailure, messageOf } from "#web/platform/api/call.ts";
import { useMutation } from "#web/platform/api/mutation.ts";
import { startAfresh } from "#web/platform/api/queries.ts";
import { Button } from "#web/ui/action/button.tsx";
import { TextField } from "#web/ui/form/field.tsx";
import { Columns, Section, Stack } from "#web/ui/layout/layout.tsx";
import { Note } from "#web/ui/surface/note.tsx";

const tooLarge = `This file is larger than ${maxImportMegabytes} MB, so it can't be opened here.`;

/** Says what is wrong with the chosen file, as far as the browser can tell. */
function wrongWith(file: File | undefined): string | undefined {
  if (!file) return "Please choose the file first.";
  return file.size > maxImportMegabytes * 1024 * 1024 ? tooLarge : undefined;
}

const failureOf = (error: Error): string =>
  isNetworkFailure(error)
    ? "The file could not be sent. Please check your connection and try again."
    : messageOf(error, "That did not work. Please try again.");

function useImport(onImported: (imported: FamilyImport) => void) {
  const queries = useQueryClient();
  return useMutation({
    // Some systems use another media type for ZIP files.
    mutationFn: (file: File) =>
      call("POST /api/family-imports", { upload: new Blob([file], { type: "application/zip" }) }),
    // Another family is open now.
    onSuccess: async (imported) => {
      await startAfresh(queries);
      onImported(imported);
    },
  });
}

/** Uploads the file that another server exported for a family. */
export function ImportForm({ onImported }: { onImported: (imported: FamilyImport) => void }) {
  const [file, setFile] = useState<File>();
  const [wrong, setWrong] = useState<string>();
  const { mutate, isPending, error } = useImport(onImported);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = wrongWith(file);
    setWrong(found);
    if (file && !found && !isPending) mutate(file);
  };
  return (
    <form onSubmit={submit} noValidate>
      <Section title="The file from the other server">
        <Stack as="ol" gap={12}>
          <li>Open the Admin Panel there, and go to “Family”.</li>
          <li>Press “Download the family's data”.</li>
          <li>Choose that file here.</li>
        </Stack>
        <TextField
          label="File"
          type="file"
          accept=".zip,application/zip"
          error={wrong}
          onChange={({ target }) => setFile(target.files?.[0])}
        />
        {error && <Note kind="danger" isAlert title={failureOf(error)} />}
        <Button type="submit" variant="primary" isStart isBusy={isPending} busyLabel="Opening...">
          Move the family
        </Button>
      </Section>
    </form>
  );
}

const Words = ({ title, words }: { title: string; words: string[] }) => (
  <Section title={title}>
    <Stack as="ul" gap={12}>
      {words.map((each) => (
        <li key={each}>{each}</li>
      ))}
    </Stack>
  </Section>
);

/** Says what was imported, and what has to be done by hand. */
export function ImportSummary({ of: imported }: { of: FamilyImport }) {
  const { brought, left } = importWords(imported);
  return (
    <>
      {imported.leftFamily && <p>You have left “{imported.leftFamily}”, because nothing was in it yet.</p>}
      <Columns>
        <Words title="What was imported" words={brought} />
        <Words title="What was not imported" words={["The people. You can invite them below.", ...left]} />
      </Columns>
    </>
  );
}
