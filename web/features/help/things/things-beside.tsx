import { useQuery } from "@tanstack/react-query";
import { Check } from "lucide-react";
import { useState } from "react";
import type { Thing } from "#contract/help/things.ts";
import { Button } from "#web/ui/action/button.tsx";
import { MoreOption } from "#web/ui/action/option.tsx";
import { Dialog } from "#web/ui/dialog/dialog.tsx";
import { Actions } from "#web/ui/layout/layout.tsx";
import { thingsQuery } from "./queries.ts";
import { ThingView } from "./thing-view.tsx";
import styles from "./things.module.css";

/** As many names as fit on a line. */
const maxNames = 3;

/** Puts the things that the request mentions first. */
function inOrder(things: readonly Thing[], request: string): Thing[] {
  const words = request.toLowerCase();
  const isNamed = ({ name }: Thing) => words.includes(name.toLowerCase());
  return [...things.filter(isNamed), ...things.filter((thing) => !isNamed(thing))];
}

function labelOf(things: readonly Thing[]): string {
  const names = things.slice(0, maxNames).map(({ name }) => name);
  return `Things around the house: ${names.join(", ")}${things.length > maxNames ? " …" : ""}`;
}

interface ThingsBesideProps {
  /** The words of the request. */
  request: string;
}

/** The family's notes about its things, to look up while helping with a request. */
export function ThingsBeside({ request }: ThingsBesideProps) {
  const { data: list = [] } = useQuery(thingsQuery);
  const [openId, setOpenId] = useState<number>();
  const things = inOrder(list, request);
  const opened = things.find(({ id }) => id === openId);
  const close = () => setOpenId(undefined);
  if (things.length === 0) return null;
  return (
    <div className={styles.beside}>
      <MoreOption label={labelOf(things)}>
        <Actions as="ul">
          {things.map(({ id, name }) => (
            <li key={id}>
              <Button onClick={() => setOpenId(id)}>{name}</Button>
            </li>
          ))}
        </Actions>
      </MoreOption>
      {opened && (
        <Dialog title={opened.name} onClose={close}>
          <ThingView thing={opened} />
          <Button icon={Check} onClick={close}>
            OK
          </Button>
        </Dialog>
      )}
    </div>
  );
}
