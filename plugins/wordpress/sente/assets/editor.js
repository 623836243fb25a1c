/* The settings of the three blocks in the editor. What they show is drawn by the server. No build: plain script. */
((wp, words) => {
  const el = wp.element.createElement;
  const editor = wp.blockEditor;
  const controls = wp.components;

  /** The plans of the store, once they are there. */
  function usePlans() {
    const [plans, setPlans] = wp.element.useState([]);
    wp.element.useEffect(() => {
      wp.apiFetch({ path: "/sente/v1/plans" }).then(setPlans, () => {});
    }, []);
    return plans;
  }

  /** A choice of one plan. The first entry stands for none. */
  function PlanChoice({ value, none, onChange }) {
    const plans = usePlans();
    // A plan that is not for sale any more stays chosen.
    const own = value && !plans.some((plan) => plan.value === value) ? [{ value, label: value }] : [];
    const options = [{ value: "", label: none }, ...own, ...plans];
    return el(controls.SelectControl, { label: words.plan, value, options, onChange });
  }

  /** What changes one attribute of a block. */
  const setter = (props, name) => (value) => props.setAttributes({ [name]: value });

  /** The settings beside the page. */
  const side = (...children) => el(editor.InspectorControls, null, el(controls.PanelBody, null, ...children));

  /** What visitors get, with links that lead nowhere. */
  const drawn = ({ name, attributes }) =>
    el(controls.Disabled, null, el(wp.serverSideRender, { block: name, attributes }));

  wp.blocks.registerBlockType("sente/members", {
    edit: (props) => {
      const { product } = props.attributes;
      return el(
        "div",
        editor.useBlockProps({ className: "sente-box" }),
        side(el(PlanChoice, { value: product, none: words.any, onChange: setter(props, "product") })),
        el("p", { className: "sente-box__say" }, words.inside),
        el(editor.InnerBlocks),
      );
    },
    save: () => el(editor.InnerBlocks.Content),
  });

  wp.blocks.registerBlockType("sente/button", {
    edit: (props) => {
      const { product, label } = props.attributes;
      return el(
        "div",
        editor.useBlockProps(),
        side(
          el(PlanChoice, { value: product, none: words.choose, onChange: setter(props, "product") }),
          el(controls.TextControl, { label: words.label, value: label, onChange: setter(props, "label") }),
        ),
        product ? drawn(props) : el("p", null, words.choose),
      );
    },
    save: () => null,
  });

  wp.blocks.registerBlockType("sente/prices", {
    edit: (props) => {
      const onChange = setter(props, "products");
      const { products: value } = props.attributes;
      return el(
        "div",
        editor.useBlockProps(),
        side(el(controls.TextControl, { label: words.plans, help: words.numbers, value, onChange })),
        drawn(props),
      );
    },
    save: () => null,
  });
})(window.wp, window.senteEditor);
