// Calls of the kernel that no command needs and that lead out of a sandbox, or around its limits: mounts and
// namespaces, other processes, memory that no limit counts, the kernel's own tables, sockets but of its own network.

/** Processors for which there is a filter. */
export const filteredProcessors: readonly string[] = ['x64', 'arm64']

/**
 * The filter in the form that the kernel takes (a classic BPF program).
 * @throws for a processor not in `filteredProcessors`.
 */
export function seccompFilter(processor: string): Buffer {
  const at = filteredProcessors.indexOf(processor)
  if (at < 0) throw new RangeError(`no filter for ${processor}`)
  const number = (numbers: readonly number[]) => numbers[at]!
  const { socket, clone, clone3 } = special
  const program: readonly Instruction[] = [
    load(architectureAt),
    [jumpIfEqual, 1, 0, architectures[at]!],
    answer(kill),
    load(numberAt),
    // the second calling convention of x86-64 numbers its calls from here
    ...(processor === 'x64'
      ? ([[jumpIfAtLeast, 0, 1, 0x4000_0000], answer(noSuchCall)] as const)
      : []),
    ...Object.values(denied).flatMap(numbers => whenEqual(number(numbers), [answer(notPermitted)])),
    // what a newer library asks first: it goes on with `clone`, whose flags can be looked at
    ...whenEqual(number(clone3), [answer(noSuchCall)]),
    ...whenEqual(number(clone), [
      load(argumentAt(0)),
      [jumpIfAny, 0, 1, namespaces],
      answer(notPermitted),
      answer(allow),
    ]),
    ...whenEqual(number(socket), [
      load(argumentAt(0)),
      ...families.flatMap(family => whenEqual(family, [answer(allow)])),
      answer(noSuchFamily),
    ]),
    answer(allow),
  ]
  return Buffer.concat(program.map(encoded))
}

// --- internal ---

type Instruction = readonly [code: number, whenTrue: number, whenFalse: number, operand: number]

const jumpIfEqual = 0x15
const jumpIfAtLeast = 0x35
const jumpIfAny = 0x45

/** Where the kernel lays what it is asked; the lower half of an argument, on processors that begin with it. */
const numberAt = 0
const architectureAt = 4
const argumentAt = (nth: number) => 16 + 8 * nth

const allow = 0x7fff_0000
const kill = 0x8000_0000
const failing = (errno: number) => 0x0005_0000 + errno
const notPermitted = failing(1)
const noSuchCall = failing(38)
const noSuchFamily = failing(97)

const load = (offset: number): Instruction => [0x20, 0, 0, offset]
const answer = (verdict: number): Instruction => [0x06, 0, 0, verdict]
const whenEqual = (value: number, then: readonly Instruction[]): readonly Instruction[] => [
  [jumpIfEqual, 0, then.length, value],
  ...then,
]

function encoded([code, whenTrue, whenFalse, operand]: Instruction): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeUInt16LE(code, 0)
  bytes.writeUInt8(whenTrue, 2)
  bytes.writeUInt8(whenFalse, 3)
  bytes.writeUInt32LE(operand, 4)
  return bytes
}

const architectures = [0xc000_003e, 0xc000_00b7]

/** Every flag of `clone` that makes a namespace. */
const namespaces = 0x7e02_0080

/** IPv4 and IPv6, which end in the sandbox; a socket of a file, of the machine's host or of the kernel does not. */
const families = [2, 10]

/** Numbers of calls, of x86-64 and of arm64. */
const special = { socket: [41, 198], clone: [56, 220], clone3: [435, 435] } as const

const denied: Readonly<Record<string, readonly [number, number]>> = {
  mount: [165, 40],
  umount2: [166, 39],
  pivot_root: [155, 41],
  chroot: [161, 51],
  open_tree: [428, 428],
  move_mount: [429, 429],
  fsopen: [430, 430],
  fsconfig: [431, 431],
  fsmount: [432, 432],
  fspick: [433, 433],
  mount_setattr: [442, 442],
  unshare: [272, 97],
  setns: [308, 268],
  open_by_handle_at: [304, 265],
  ptrace: [101, 117],
  process_vm_readv: [310, 270],
  process_vm_writev: [311, 271],
  kcmp: [312, 272],
  pidfd_getfd: [438, 438],
  perf_event_open: [298, 241],
  memfd_create: [319, 279],
  memfd_secret: [447, 447],
  shmget: [29, 194],
  bpf: [321, 280],
  userfaultfd: [323, 282],
  fanotify_init: [300, 262],
  io_uring_setup: [425, 425],
  io_uring_enter: [426, 426],
  io_uring_register: [427, 427],
  add_key: [248, 217],
  request_key: [249, 218],
  keyctl: [250, 219],
  init_module: [175, 105],
  finit_module: [313, 273],
  delete_module: [176, 106],
  kexec_load: [246, 104],
  kexec_file_load: [320, 294],
  reboot: [169, 142],
  swapon: [167, 224],
  swapoff: [168, 225],
  acct: [163, 89],
  syslog: [103, 116],
  quotactl: [179, 60],
  quotactl_fd: [443, 443],
}
