	.file	"g.c"
	.text
.Ltext0:
	.file 0 "/tmp/q/c" "g.c"
	.p2align 4
	.globl	insertion
	.type	insertion, @function
insertion:
.LVL0:
.LFB0:
	.file 1 "g.c"
	.loc 1 2 1 view -0
	.cfi_startproc
	.loc 1 3 5 view .LVU1
.LBB2:
	.loc 1 3 10 view .LVU2
	.loc 1 3 23 view .LVU3
.LBE2:
	.loc 1 2 1 is_stmt 0 view .LVU4
	pushl	%ebp
	.cfi_def_cfa_offset 8
	.cfi_offset 5, -8
	pushl	%edi
	.cfi_def_cfa_offset 12
	.cfi_offset 7, -12
	pushl	%esi
	.cfi_def_cfa_offset 16
	.cfi_offset 6, -16
	pushl	%ebx
	.cfi_def_cfa_offset 20
	.cfi_offset 3, -20
.LBB6:
	.loc 1 3 23 view .LVU5
	cmpl	$1, 24(%esp)
.LBE6:
	.loc 1 2 1 view .LVU6
	movl	20(%esp), %ebp
.LBB7:
	.loc 1 3 23 view .LVU7
	jle	.L1
	movl	$1, %edi
.LVL1:
	.p2align 4,,10
	.p2align 3
.L2:
.LBB3:
	.loc 1 4 9 is_stmt 1 view .LVU8
	.loc 1 4 13 is_stmt 0 view .LVU9
	movl	0(%ebp,%edi,4), %esi
.LVL2:
	.loc 1 5 9 is_stmt 1 view .LVU10
	.loc 1 5 22 view .LVU11
	leal	0(%ebp,%edi,4), %eax
	.loc 1 4 13 is_stmt 0 view .LVU12
	movl	%edi, %edx
	jmp	.L3
.LVL3:
	.p2align 4,,10
	.p2align 3
.L5:
	.loc 1 5 41 is_stmt 1 discriminator 3 view .LVU13
	.loc 1 5 46 is_stmt 0 discriminator 3 view .LVU14
	movl	%ecx, (%eax)
	.loc 1 5 58 is_stmt 1 discriminator 3 view .LVU15
.LVL4:
	.loc 1 5 22 discriminator 3 view .LVU16
	leal	-4(%ebx), %eax
	subl	$1, %edx
.LVL5:
	.loc 1 5 22 is_stmt 0 discriminator 3 view .LVU17
	je	.L8
.L3:
	.loc 1 5 26 discriminator 2 view .LVU18
	movl	-4(%eax), %ecx
	movl	%eax, %ebx
	.loc 1 5 22 discriminator 2 view .LVU19
	cmpl	%esi, %ecx
	jg	.L5
	.loc 1 6 9 is_stmt 1 discriminator 2 view .LVU20
	.loc 1 6 14 is_stmt 0 discriminator 2 view .LVU21
	movl	%esi, (%ebx)
.LBE3:
	.loc 1 3 29 is_stmt 1 discriminator 2 view .LVU22
	addl	$1, %edi
.LVL6:
	.loc 1 3 23 discriminator 2 view .LVU23
	cmpl	%edi, 24(%esp)
	jne	.L2
.LVL7:
.L1:
	.loc 1 3 23 is_stmt 0 discriminator 2 view .LVU24
.LBE7:
	.loc 1 8 1 view .LVU25
	popl	%ebx
	.cfi_remember_state
	.cfi_restore 3
	.cfi_def_cfa_offset 16
	popl	%esi
	.cfi_restore 6
	.cfi_def_cfa_offset 12
	popl	%edi
	.cfi_restore 7
	.cfi_def_cfa_offset 8
	popl	%ebp
	.cfi_restore 5
	.cfi_def_cfa_offset 4
.LVL8:
	.loc 1 8 1 view .LVU26
	ret
.LVL9:
	.p2align 4,,10
	.p2align 3
.L8:
	.cfi_restore_state
.LBB8:
.LBB4:
	.loc 1 8 1 view .LVU27
	movl	%ebp, %ebx
	.loc 1 6 9 is_stmt 1 view .LVU28
.LBE4:
	.loc 1 3 29 is_stmt 0 view .LVU29
	addl	$1, %edi
.LVL10:
.LBB5:
	.loc 1 6 14 view .LVU30
	movl	%esi, (%ebx)
.LBE5:
	.loc 1 3 29 is_stmt 1 view .LVU31
.LVL11:
	.loc 1 3 23 view .LVU32
	cmpl	%edi, 24(%esp)
	jne	.L2
.LVL12:
	.loc 1 3 23 is_stmt 0 view .LVU33
	jmp	.L1
.LBE8:
	.cfi_endproc
.LFE0:
	.size	insertion, .-insertion
.Letext0:
	.section	.debug_info,"",@progbits
.Ldebug_info0:
	.long	0xa5
	.value	0x5
	.byte	0x1
	.byte	0x4
	.long	.Ldebug_abbrev0
	.uleb128 0x3
	.long	.LASF2
	.byte	0x1d
	.long	.LASF0
	.long	.LASF1
	.long	.Ltext0
	.long	.Letext0-.Ltext0
	.long	.Ldebug_line0
	.uleb128 0x4
	.long	.LASF3
	.byte	0x1
	.byte	0x1
	.byte	0x6
	.long	.LFB0
	.long	.LFE0-.LFB0
	.uleb128 0x1
	.byte	0x9c
	.long	0x9b
	.uleb128 0x5
	.string	"a"
	.byte	0x1
	.byte	0x1
	.byte	0x15
	.long	0x9b
	.long	.LLST0
	.long	.LVUS0
	.uleb128 0x6
	.string	"n"
	.byte	0x1
	.byte	0x1
	.byte	0x1c
	.long	0xa1
	.uleb128 0x2
	.byte	0x91
	.sleb128 4
	.uleb128 0x2
	.long	.LLRL1
	.uleb128 0x1
	.string	"i"
	.byte	0x3
	.byte	0xe
	.long	0xa1
	.long	.LLST2
	.long	.LVUS2
	.uleb128 0x2
	.long	.LLRL3
	.uleb128 0x1
	.string	"v"
	.byte	0x4
	.byte	0xd
	.long	0xa1
	.long	.LLST4
	.long	.LVUS4
	.uleb128 0x1
	.string	"j"
	.byte	0x4
	.byte	0x17
	.long	0xa1
	.long	.LLST5
	.long	.LVUS5
	.byte	0
	.byte	0
	.byte	0
	.uleb128 0x7
	.byte	0x4
	.long	0xa1
	.uleb128 0x8
	.byte	0x4
	.byte	0x5
	.string	"int"
	.byte	0
	.section	.debug_abbrev,"",@progbits
.Ldebug_abbrev0:
	.uleb128 0x1
	.uleb128 0x34
	.byte	0
	.uleb128 0x3
	.uleb128 0x8
	.uleb128 0x3a
	.uleb128 0x21
	.sleb128 1
	.uleb128 0x3b
	.uleb128 0xb
	.uleb128 0x39
	.uleb128 0xb
	.uleb128 0x49
	.uleb128 0x13
	.uleb128 0x2
	.uleb128 0x17
	.uleb128 0x2137
	.uleb128 0x17
	.byte	0
	.byte	0
	.uleb128 0x2
	.uleb128 0xb
	.byte	0x1
	.uleb128 0x55
	.uleb128 0x17
	.byte	0
	.byte	0
	.uleb128 0x3
	.uleb128 0x11
	.byte	0x1
	.uleb128 0x25
	.uleb128 0xe
	.uleb128 0x13
	.uleb128 0xb
	.uleb128 0x3
	.uleb128 0x1f
	.uleb128 0x1b
	.uleb128 0x1f
	.uleb128 0x11
	.uleb128 0x1
	.uleb128 0x12
	.uleb128 0x6
	.uleb128 0x10
	.uleb128 0x17
	.byte	0
	.byte	0
	.uleb128 0x4
	.uleb128 0x2e
	.byte	0x1
	.uleb128 0x3f
	.uleb128 0x19
	.uleb128 0x3
	.uleb128 0xe
	.uleb128 0x3a
	.uleb128 0xb
	.uleb128 0x3b
	.uleb128 0xb
	.uleb128 0x39
	.uleb128 0xb
	.uleb128 0x27
	.uleb128 0x19
	.uleb128 0x11
	.uleb128 0x1
	.uleb128 0x12
	.uleb128 0x6
	.uleb128 0x40
	.uleb128 0x18
	.uleb128 0x7a
	.uleb128 0x19
	.uleb128 0x1
	.uleb128 0x13
	.byte	0
	.byte	0
	.uleb128 0x5
	.uleb128 0x5
	.byte	0
	.uleb128 0x3
	.uleb128 0x8
	.uleb128 0x3a
	.uleb128 0xb
	.uleb128 0x3b
	.uleb128 0xb
	.uleb128 0x39
	.uleb128 0xb
	.uleb128 0x49
	.uleb128 0x13
	.uleb128 0x2
	.uleb128 0x17
	.uleb128 0x2137
	.uleb128 0x17
	.byte	0
	.byte	0
	.uleb128 0x6
	.uleb128 0x5
	.byte	0
	.uleb128 0x3
	.uleb128 0x8
	.uleb128 0x3a
	.uleb128 0xb
	.uleb128 0x3b
	.uleb128 0xb
	.uleb128 0x39
	.uleb128 0xb
	.uleb128 0x49
	.uleb128 0x13
	.uleb128 0x2
	.uleb128 0x18
	.byte	0
	.byte	0
	.uleb128 0x7
	.uleb128 0xf
	.byte	0
	.uleb128 0xb
	.uleb128 0xb
	.uleb128 0x49
	.uleb128 0x13
	.byte	0
	.byte	0
	.uleb128 0x8
	.uleb128 0x24
	.byte	0
	.uleb128 0xb
	.uleb128 0xb
	.uleb128 0x3e
	.uleb128 0xb
	.uleb128 0x3
	.uleb128 0x8
	.byte	0
	.byte	0
	.byte	0
	.section	.debug_loclists,"",@progbits
	.long	.Ldebug_loc3-.Ldebug_loc2
.Ldebug_loc2:
	.value	0x5
	.byte	0x4
	.byte	0
	.long	0
.Ldebug_loc0:
.LVUS0:
	.uleb128 0
	.uleb128 .LVU24
	.uleb128 .LVU24
	.uleb128 .LVU26
	.uleb128 .LVU26
	.uleb128 .LVU27
	.uleb128 .LVU27
	.uleb128 .LVU33
	.uleb128 .LVU33
	.uleb128 0
.LLST0:
	.byte	0x4
	.uleb128 .LVL0-.Ltext0
	.uleb128 .LVL7-.Ltext0
	.uleb128 0x2
	.byte	0x91
	.sleb128 0
	.byte	0x4
	.uleb128 .LVL7-.Ltext0
	.uleb128 .LVL8-.Ltext0
	.uleb128 0x1
	.byte	0x55
	.byte	0x4
	.uleb128 .LVL8-.Ltext0
	.uleb128 .LVL9-.Ltext0
	.uleb128 0x2
	.byte	0x91
	.sleb128 0
	.byte	0x4
	.uleb128 .LVL9-.Ltext0
	.uleb128 .LVL12-.Ltext0
	.uleb128 0x1
	.byte	0x55
	.byte	0x4
	.uleb128 .LVL12-.Ltext0
	.uleb128 .LFE0-.Ltext0
	.uleb128 0x1
	.byte	0x53
	.byte	0
.LVUS2:
	.uleb128 .LVU3
	.uleb128 .LVU8
	.uleb128 .LVU8
	.uleb128 .LVU24
	.uleb128 .LVU27
	.uleb128 .LVU30
	.uleb128 .LVU30
	.uleb128 .LVU32
	.uleb128 .LVU32
	.uleb128 0
.LLST2:
	.byte	0x4
	.uleb128 .LVL0-.Ltext0
	.uleb128 .LVL1-.Ltext0
	.uleb128 0x2
	.byte	0x31
	.byte	0x9f
	.byte	0x4
	.uleb128 .LVL1-.Ltext0
	.uleb128 .LVL7-.Ltext0
	.uleb128 0x1
	.byte	0x57
	.byte	0x4
	.uleb128 .LVL9-.Ltext0
	.uleb128 .LVL10-.Ltext0
	.uleb128 0x1
	.byte	0x57
	.byte	0x4
	.uleb128 .LVL10-.Ltext0
	.uleb128 .LVL11-.Ltext0
	.uleb128 0x3
	.byte	0x77
	.sleb128 -1
	.byte	0x9f
	.byte	0x4
	.uleb128 .LVL11-.Ltext0
	.uleb128 .LFE0-.Ltext0
	.uleb128 0x1
	.byte	0x57
	.byte	0
.LVUS4:
	.uleb128 .LVU10
	.uleb128 .LVU24
	.uleb128 .LVU27
	.uleb128 0
.LLST4:
	.byte	0x4
	.uleb128 .LVL2-.Ltext0
	.uleb128 .LVL7-.Ltext0
	.uleb128 0x1
	.byte	0x56
	.byte	0x4
	.uleb128 .LVL9-.Ltext0
	.uleb128 .LFE0-.Ltext0
	.uleb128 0x1
	.byte	0x56
	.byte	0
.LVUS5:
	.uleb128 .LVU10
	.uleb128 .LVU13
	.uleb128 .LVU13
	.uleb128 .LVU16
	.uleb128 .LVU16
	.uleb128 .LVU17
	.uleb128 .LVU17
	.uleb128 .LVU24
	.uleb128 .LVU27
	.uleb128 0
.LLST5:
	.byte	0x4
	.uleb128 .LVL2-.Ltext0
	.uleb128 .LVL3-.Ltext0
	.uleb128 0x1
	.byte	0x57
	.byte	0x4
	.uleb128 .LVL3-.Ltext0
	.uleb128 .LVL4-.Ltext0
	.uleb128 0x1
	.byte	0x52
	.byte	0x4
	.uleb128 .LVL4-.Ltext0
	.uleb128 .LVL5-.Ltext0
	.uleb128 0x3
	.byte	0x72
	.sleb128 -1
	.byte	0x9f
	.byte	0x4
	.uleb128 .LVL5-.Ltext0
	.uleb128 .LVL7-.Ltext0
	.uleb128 0x1
	.byte	0x52
	.byte	0x4
	.uleb128 .LVL9-.Ltext0
	.uleb128 .LFE0-.Ltext0
	.uleb128 0x1
	.byte	0x52
	.byte	0
.Ldebug_loc3:
	.section	.debug_aranges,"",@progbits
	.long	0x1c
	.value	0x2
	.long	.Ldebug_info0
	.byte	0x4
	.byte	0
	.value	0
	.value	0
	.long	.Ltext0
	.long	.Letext0-.Ltext0
	.long	0
	.long	0
	.section	.debug_rnglists,"",@progbits
.Ldebug_ranges0:
	.long	.Ldebug_ranges3-.Ldebug_ranges2
.Ldebug_ranges2:
	.value	0x5
	.byte	0x4
	.byte	0
	.long	0
.LLRL1:
	.byte	0x4
	.uleb128 .LBB2-.Ltext0
	.uleb128 .LBE2-.Ltext0
	.byte	0x4
	.uleb128 .LBB6-.Ltext0
	.uleb128 .LBE6-.Ltext0
	.byte	0x4
	.uleb128 .LBB7-.Ltext0
	.uleb128 .LBE7-.Ltext0
	.byte	0x4
	.uleb128 .LBB8-.Ltext0
	.uleb128 .LBE8-.Ltext0
	.byte	0
.LLRL3:
	.byte	0x4
	.uleb128 .LBB3-.Ltext0
	.uleb128 .LBE3-.Ltext0
	.byte	0x4
	.uleb128 .LBB4-.Ltext0
	.uleb128 .LBE4-.Ltext0
	.byte	0x4
	.uleb128 .LBB5-.Ltext0
	.uleb128 .LBE5-.Ltext0
	.byte	0
.Ldebug_ranges3:
	.section	.debug_line,"",@progbits
.Ldebug_line0:
	.section	.debug_str,"MS",@progbits,1
.LASF2:
	.string	"GNU C17 12.2.0 -m32 -mtune=generic -march=i686 -g -O2 -fasynchronous-unwind-tables"
.LASF3:
	.string	"insertion"
	.section	.debug_line_str,"MS",@progbits,1
.LASF0:
	.string	"g.c"
.LASF1:
	.string	"/tmp/q/c"
	.ident	"GCC: (Debian 12.2.0-14+deb12u1) 12.2.0"
	.section	.note.GNU-stack,"",@progbits
