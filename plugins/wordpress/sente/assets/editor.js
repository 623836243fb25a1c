/* The settings of the three blocks in the editor. What they show is drawn by the server. No build: plain script. */
((wp, words) => {
  var el = wp.element.createElement;
  var editor = wp.blockEditor;
  var controls = wp.components;

  /** The plans of the store, once they are there. */
  function usePlans() {
    var state = wp.element.useState([]);
    wp.element.useEffect(() => {
      wp.apiFetch({ path: "/sente/v1/plans" }).then(state[1], () => {});
    }, []);
    return state[0];
  }

  /** A choice of one plan. The first entry stands for none. */
  function PlanChoice(props) {
    var plans = usePlans();
    var isListed = plans.some((plan) => plan.value === props.value);
    // A plan that is not for sale any more stays chosen.
    var own = props.value && !isListed ? [{ value: props.value, label: props.value }] : [];
    var options = [{ value: "", label: props.none }].concat(own, plans);
    return el(controls.SelectControl, {
      label: words.plan,
      value: props.value,
      options: options,
      onChange: props.onChange,
    });
  }

  function setter(props, name) {
    return (value) => {
      var change = {};
      change[name] = value;
      props.setAttributes(change);
    };
  }

  function side() {
    var children = Array.prototype.slice.call(arguments);
    return el(editor.InspectorControls, null, el.apply(null, [controls.PanelBody, null].concat(children)));
  }

  /** A picture of what visitors get, whose links lead nowhere. */
  function Drawn(props) {
    return el(
      controls.Disabled,
      null,
      el(wp.serverSideRender, { block: props.name, attributes: props.attributes }),
    );
  }

  wp.blocks.registerBlockType("sente/members", {
    edit: (props) =>
      el(
        "div",
        editor.useBlockProps({ className: "sente-box" }),
        side(
          el(PlanChoice, {
            value: props.attributes.product,
            none: words.any,
            onChange: setter(props, "product"),
          }),
        ),
        el("p", { className: "sente-box__say" }, words.inside),
        el(editor.InnerBlocks),
      ),
    save: () => el(editor.InnerBlocks.Content),
  });

  wp.blocks.registerBlockType("sente/button", {
    edit: (props) => {
      var attributes = props.attributes;
      return el(
        "div",
        editor.useBlockProps(),
        side(
          el(PlanChoice, {
            value: attributes.product,
            none: words.choose,
            onChange: setter(props, "product"),
          }),
          el(controls.TextControl, {
            label: words.label,
            value: attributes.label,
            onChange: setter(props, "label"),
          }),
        ),
        attributes.product ? el(Drawn, props) : el("p", null, words.choose),
      );
    },
    save: () => null,
  });

  wp.blocks.registerBlockType("sente/prices", {
    edit: (props) =>
      el(
        "div",
        editor.useBlockProps(),
        side(
          el(controls.TextControl, {
            label: words.plans,
            help: words.numbers,
            value: props.attributes.products,
            onChange: setter(props, "products"),
          }),
        ),
        el(Drawn, props),
      ),
    save: () => null,
  });
})(window.wp, window.senteEditor);
