import { Act, Note } from "./parts";
import type { OrderRow } from "./types";

/** What is so and the payer's press: of an order by which their network pays by itself, under its name there, or of messages. */
export function StandingOrder({
  title = "M-PESA Ratiba",
  row: { lines, act, warns },
}: {
  title?: string;
  row: OrderRow;
}) {
  const [first = "", ...others] = lines;
  return (
    <>
      <h2>{title}</h2>
      {warns ? <Note tone="warn" title={first} /> : <p className="text">{first}</p>}
      {others.map((line) => (
        <p key={line} className="soft">
          {line}
        </p>
      ))}
      {act ? (
        <div className="act">
          <Act to={act.form}>{act.label}</Act>
        </div>
      ) : null}
    </>
  );
}
