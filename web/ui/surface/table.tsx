// biome-ignore-all lint/a11y/noRedundantRoles: laid out as blocks, the elements lose these roles.
import type { ReactNode } from "react";
import styles from "./surface.module.css";

interface TableProps {
  label: string;
  columns: readonly string[];
  /** `TableRow` elements. */
  children: ReactNode;
}

/** A table. If it does not fit, each row becomes a block but stays a row to screen readers. */
export const Table = ({ label, columns, children }: TableProps) => (
  <div className={styles.box}>
    <table className={styles.table} role="table" aria-label={label}>
      <thead role="rowgroup">
        <tr role="row">
          {columns.map((column) => (
            <th key={column} role="columnheader" scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">{children}</tbody>
    </table>
  </div>
);

export const TableRow = ({ children }: { children: ReactNode }) => <tr role="row">{children}</tr>;

interface TableCellProps {
  /** The name of its column, shown in block layout. Actions have none. */
  label?: string;
  children: ReactNode;
}

export const TableCell = ({ label, children }: TableCellProps) => (
  <td role="cell" data-label={label}>
    {label === undefined ? children : <div>{children}</div>}
  </td>
);
