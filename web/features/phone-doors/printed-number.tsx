import { useQuery } from "@tanstack/react-query";
import { shownPhoneNumber } from "#web/features/accounts/codes/phone-number.ts";
import styles from "./printed-number.module.css";
import { phoneDoorsQuery } from "./queries.ts";

/** How to call Porchlight, on the sheet for the fridge. Families without a telephone have no such line. */
export function PrintedNumber() {
  const { data } = useQuery(phoneDoorsQuery);
  if (!data || data.number === null || data.doors.length === 0) return null;
  return (
    <p className={styles.number}>
      Call Porchlight: <b>{shownPhoneNumber(data.number)}</b>. 1 for help, 2 for today, 3 to say hello.
    </p>
  );
}
