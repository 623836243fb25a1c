import { Field } from "./fields";
import type { Words } from "./messages/words";
import type { PayFormField, PayFormProps } from "./pay-form-types";

/** Where to bring what is bought, and the phone of who receives it, where the phone that pays does not serve. */
export function DeliveryFields(props: {
  words: Words;
  values: PayFormProps["values"];
  problemOf: (field: PayFormField) => string | undefined;
}) {
  const { words, values, problemOf } = props;
  return (
    <>
      <Field
        name="contact"
        label={
          <>
            {words.text("contactField")}
            <span className="soft"> {words.text("contactHint")}</span>
          </>
        }
        problem={problemOf("contact")}
      >
        {(attributes) => (
          <input
            {...attributes}
            type="tel"
            autoComplete="off"
            maxLength={40}
            defaultValue={values.contact ?? ""}
          />
        )}
      </Field>
      <Field
        name="place"
        label={words.text("placeField")}
        hint={words.text("placeHint")}
        problem={problemOf("place")}
      >
        {(attributes) => (
          <textarea
            {...attributes}
            autoComplete="street-address"
            maxLength={200}
            defaultValue={values.place ?? ""}
          />
        )}
      </Field>
    </>
  );
}
