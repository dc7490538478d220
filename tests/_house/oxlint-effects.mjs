/**
 * A view shows and asks; when something happens is a machine's, an actor's or the resource's to decide. In an effect
 * stands only what touches the page itself: focus, scrolling, measuring, listeners, subscriptions.
 */
const EFFECTS = new Set(['useEffect', 'useLayoutEffect', 'useInsertionEffect']);
const TIMERS = new Set(['setTimeout', 'setInterval']);
const DECISIONS = new Set(['send', 'submit', 'retry', 'mutate', 'navigate', 'reload']);

const FUNCTIONS = new Set(['FunctionExpression', 'ArrowFunctionExpression', 'FunctionDeclaration']);

/** `send` of `actor.send(…)` and of `send(…)`; `toasts.show` with its owner, as other things are shown, too. */
function calledBy({ callee }) {
  if (callee.type === 'Identifier') return callee.name;
  if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return null;
  const { name } = callee.property;
  return name === 'show' && callee.object.type === 'Identifier' && callee.object.name === 'toasts'
    ? 'toasts.show'
    : name;
}

const isDecision = (node) => {
  const name = calledBy(node);
  return name !== null && (DECISIONS.has(name) || name === 'toasts.show');
};

/** True when an effect itself or its cleanup makes this call, not a listener that it adds. */
function isMadeByEffect(node) {
  let own = node.parent;
  while (own && !FUNCTIONS.has(own.type)) own = own.parent;
  if (!own) return false;
  const { parent } = own;
  if (parent.type === 'CallExpression' && parent.arguments[0] === own) return EFFECTS.has(calledBy(parent) ?? '');
  const isReturned =
    parent.type === 'ReturnStatement' || (parent.type === 'ArrowFunctionExpression' && parent.body === own);
  return isReturned && isMadeByEffect(own);
}

const noDecisions = {
  create: (context) => ({
    CallExpression(node) {
      if (isDecision(node) && isMadeByEffect(node)) {
        context.report({
          node,
          message: `An effect decides nothing: "${calledBy(node)}" belongs to a machine, see docs/ARCHITECTURE.md.`,
        });
      }
    },
  }),
};

const noTimers = {
  create: (context) => ({
    CallExpression(node) {
      const name = calledBy(node);
      if (TIMERS.has(name ?? '')) {
        context.report({ node, message: `Views have no timers: "${name}" belongs to a machine or an actor.` });
      }
    },
  }),
};

const plugin = {
  meta: { name: 'house' },
  rules: { 'no-decisions-in-effects': noDecisions, 'no-timers-in-views': noTimers },
};

export default plugin;
