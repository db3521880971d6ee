import { Phone } from "lucide-react";
import { keptEmergencyNumber } from "#web/families/kept-family.ts";
import { useFamily } from "#web/families/queries.ts";
import { Icon } from "#web/ui/picture/icon.tsx";
import styles from "./emergency-call.module.css";

/** Dials the number of the family's country; the last one known on this device; 911 otherwise. */
export function EmergencyCall() {
  const family = useFamily();
  const number = family?.emergencyNumber ?? keptEmergencyNumber() ?? "911";
  return (
    <a className={styles.call} href={`tel:${number}`}>
      <Icon of={Phone} />
      <span>
        In an emergency <span className={styles.number}>call {number}</span>
      </span>
    </a>
  );
}
