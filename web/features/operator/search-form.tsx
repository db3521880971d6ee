import { Search } from "lucide-react";
import type { FormEvent } from "react";
import { Button } from "#web/ui/action/button.tsx";
import { TextField } from "#web/ui/form/field.tsx";
import { Stack } from "#web/ui/layout/layout.tsx";

interface SearchFormProps {
  label: string;
  hint: string;
  onSearch: (words: string) => void;
}

/** Searches when it is sent. Nothing typed shows the newest again. */
export function SearchForm({ label, hint, onSearch }: SearchFormProps) {
  const search = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    onSearch(String(new FormData(event.currentTarget).get("search") ?? "").trim());
  };
  return (
    <form onSubmit={search}>
      <Stack gap={12}>
        <TextField label={label} hint={hint} name="search" type="search" maxLength={100} autoComplete="off" />
        <Button type="submit" icon={Search} isStart>
          Search
        </Button>
      </Stack>
    </form>
  );
}
