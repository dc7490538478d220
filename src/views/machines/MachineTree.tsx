import { ChevronRight } from 'lucide-react';
import { useId, useState } from 'react';
import { Button, Collection, Tree, TreeItem, TreeItemContent } from 'react-aria-components';
import { classes } from '../_kit/format/class-names.ts';
import { Icon } from '../_kit/display/Icon.tsx';
import { titleOf, wordsOf } from './chart/words.ts';
import { standOf, timeOf } from './machine-words.ts';
import type { TreeNode } from './tree-of.ts';

interface MachineTreeProps {
  label: string;
  nodes: readonly TreeNode[];
  now: number;
  chosen: string | undefined;
  onChoose: (key: string) => void;
}

/** Actors under those that started them. Arrow keys move, Left and Right fold. */
export function MachineTree({ label, nodes, now, chosen, onChoose }: MachineTreeProps) {
  const id = useId();
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set());
  const keys = nodes.flatMap(keysOf);
  if (nodes.length === 0) return null;
  return (
    <section>
      <h2 id={id} className="meta quiet">
        {label}
      </h2>
      <Tree
        aria-labelledby={id}
        className="tree"
        items={nodes}
        dependencies={[now]}
        selectionMode="single"
        selectionBehavior="replace"
        disallowEmptySelection
        selectedKeys={chosen === undefined ? [] : [chosen]}
        onSelectionChange={(selected) => {
          const [key] = selected === 'all' ? [] : [...selected];
          if (key !== undefined) onChoose(String(key));
        }}
        expandedKeys={keys.filter((key) => !folded.has(key))}
        onExpandedChange={(open) => setFolded(new Set(keys.filter((key) => !open.has(key))))}
      >
        {(node) => <Row node={node} now={now} />}
      </Tree>
    </section>
  );
}

function Row({ node, now }: { node: TreeNode; now: number }) {
  const { actor, children } = node;
  const isLeaf = actor.machine === null;
  const name = isLeaf ? wordsOf(actor.name) : titleOf(actor.name);
  const stand = standOf(actor);
  return (
    <TreeItem id={node.id} textValue={`${name}, ${stand}`} className={classes('tree-row', isLeaf && 'is-leaf')}>
      <TreeItemContent>
        {children.length > 0 ? (
          <Button slot="chevron" className="fold">
            <Icon of={ChevronRight} />
          </Button>
        ) : (
          <span className="fold" />
        )}
        <span className="what">
          <span className="name cut">{name}</span>
          <span className="state cut">{stand}</span>
        </span>
        <span className="time num">{timeOf(actor, now)}</span>
      </TreeItemContent>
      <Collection items={children} dependencies={[now]}>
        {(child) => <Row node={child} now={now} />}
      </Collection>
    </TreeItem>
  );
}

const keysOf = ({ id, children }: TreeNode): readonly string[] => [id, ...children.flatMap(keysOf)];
